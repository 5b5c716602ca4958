"""The field that finds a member by name and shows their rank, used on every form of the site."""
