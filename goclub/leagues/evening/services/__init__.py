"""What is decided and written on an evening; every service locks the night first."""
