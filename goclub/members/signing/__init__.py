"""Signing in: passwords, the second factor, and the e-mails that say that one of them changed."""
