"""The desk's pages, and what waits on it of the members themselves."""
