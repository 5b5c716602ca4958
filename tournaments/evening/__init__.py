"""A club night: fair pairs for those who wait, again whenever somebody comes, ends or leaves."""
