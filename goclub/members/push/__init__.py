"""Notifications on a member's own devices, by the push service of their browser."""
