"""Forms of competitions; every part of the room has its own module."""
