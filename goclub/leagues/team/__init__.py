"""Teams and pairs of a tournament: who is in them, who sits at which board, what they won there."""
