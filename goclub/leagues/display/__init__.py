"""Events as pages show them: rows ready to print, in the reader's language."""
