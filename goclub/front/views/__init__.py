"""Pages of the front: the start page, and what programs and search engines ask for."""
