"""The one field in which a member is found: by name, with his rank, on every form of the site."""
