"""What every league says: moments on its clocks, records that wait for a correction, refusals."""
