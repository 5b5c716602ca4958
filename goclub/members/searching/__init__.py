"""The search of the header: every app says what it finds, and ``front`` shows it in groups."""
