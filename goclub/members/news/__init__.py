"""News of the club: short posts of organisers and the chair, with comments of members."""
