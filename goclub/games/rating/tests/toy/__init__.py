"""A toy fifth rating system in a folder of its own: three points for a win, one for a jigo."""
