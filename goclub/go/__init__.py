"""The game itself, without any club: no Django, no database, no language of a reader.

- ``board``: stones, liberties, captures, ko (S3-1 … S3-10);
- ``records``: kifu in every format and encoding, checked move by move, and written again;
- ``scoring``: counting a finished position (S3-11 … S3-13);
- ``positions``: keys by which equal positions of many records are found;
- ``diagrams``: pictures of a board as SVG.

Of the rest of the house only ``ratings.errors`` is known here: a refusal is a ``RuleError``.
"""
