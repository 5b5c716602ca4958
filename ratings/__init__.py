"""Rules of strength, pure Python: no Django, no database (see docs/guide.md)."""
