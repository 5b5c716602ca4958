"""Rating lists of federations: uploaded by the office, found by name or number while typing."""
