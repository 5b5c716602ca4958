"""The rules of leagues and tournaments in words, and a small event that shows every figure."""
