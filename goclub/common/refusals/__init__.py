"""What is said where a rule refuses something: the registry of texts, and where they are shown."""
