"""The European rating, for comparison (RULEBOOK section 6)."""
