"""Rules of competition, pure Python: no Django, no database (see docs/guide.md)."""
