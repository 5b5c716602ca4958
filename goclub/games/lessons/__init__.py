"""Live lessons: one leads on a board, others follow, try and ask; then a record with chapters."""
