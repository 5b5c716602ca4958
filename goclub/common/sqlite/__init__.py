"""Django's SQLite, which goes on reading where there is no room left to begin with."""
