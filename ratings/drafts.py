"""How the rules fill in the many small objects of a replay in little time.

A state is a frozen dataclass that checks itself: the rules write a draft of the same slots by plain
assignment and give it the frozen class as the last touch; from then on nobody can change it.  Only
for values that the rules themselves have computed.
"""

from __future__ import annotations


class Told:
    """The inputs of a reason, written as attributes and taken out as ``__dict__``.

    Make a subclass for each kind of reason: the dicts of one class share their table of keys (PEP
    412, up to thirty keys): nothing is hashed when they are filled in, and each takes a third of
    the room of a dict that was written out.
    """
