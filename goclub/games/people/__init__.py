"""What becomes of somebody as a member: the role, two rows made one, a guest taken in, a name
replaced.  It stands above the games, because games and points follow a person."""
