"""An evening in the reader's words."""
