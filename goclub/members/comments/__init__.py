"""What members may do with comments of every kind: on game records, and on news."""
