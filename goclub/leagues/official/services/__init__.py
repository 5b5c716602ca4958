"""What people do in the official league: sign up, play, forfeit, close, name organisers."""
