"""Members are found by what is typed of their names, in any script."""
