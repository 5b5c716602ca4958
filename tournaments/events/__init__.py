"""Tournaments: players, the order of placement, and pairing.

The modules of ``scores`` declare the criteria that a table may be ordered by; all of them are
imported here, so that a new one is a file in that folder and nothing besides.
"""

from importlib import import_module
from pkgutil import iter_modules

from tournaments.events import scores

for _module in iter_modules(scores.__path__, f"{scores.__name__}."):
    import_module(_module.name)
