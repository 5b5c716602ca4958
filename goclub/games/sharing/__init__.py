"""Games, records and members as others share them: a sentence and a picture of each."""
