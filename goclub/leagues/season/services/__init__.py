"""What people do in a season league (S4): seasons, events, sanctions, closing."""
