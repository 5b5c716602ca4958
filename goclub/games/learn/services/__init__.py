"""The rules of Go in lessons: our own board plays every diagram and works out every answer."""
