"""Records of games: read from any file, checked move by move, written as clean SGF.

The way of a file: :mod:`.decode` makes it a text, :mod:`.formats` makes that games as they were
written (:mod:`.raw_game`), :mod:`.replay` plays them on a board and gives checked records
(:mod:`.record`, :mod:`.nodes`, :mod:`.header`).  :mod:`.reading` goes all of it and is what others
call; :mod:`.batch` finds the files of folders and archives.

What is made of a record: SGF, and JSON for the script of the board (:mod:`.write`), what tells it
from others (:mod:`.fingerprints`), layers of variations (:mod:`.layers`).  A file is refused with a
:class:`.errors.KifuError`; what is odd in one that is accepted is a :class:`.errors.ReadWarning`.
"""
