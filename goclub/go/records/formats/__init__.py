"""The formats of game records: each module offers what :class:`.reading.RecordFormat` names.

A further format is a module here and its name in :data:`.reading.FORMATS`.  Every reader hands
on the same :class:`~goclub.go.records.raw_game.RawGame`, whose values are spelt as in SGF; nobody
after it knows which format the file was in.
"""
