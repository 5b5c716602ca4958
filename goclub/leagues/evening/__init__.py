"""The club night: who is here, fair pairs for those who wait, results with one press."""
