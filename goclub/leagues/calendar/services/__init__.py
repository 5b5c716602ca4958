"""What people decide about meetings: series, single dates, holidays, who comes."""
