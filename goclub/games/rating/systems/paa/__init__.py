"""PAA points (S1), the salon's system and the main one of the site."""
