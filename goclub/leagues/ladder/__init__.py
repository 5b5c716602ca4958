"""The club's ladder: rungs, who may be challenged from where, and why anybody stands where."""
