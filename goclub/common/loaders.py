"""Templates are indented for those who read them; the indentation does not go over the wire."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n\s+")


def without_indentation(source: str) -> str:
    """The source of a page with each run of white space that holds a line break as one.

    >>> without_indentation("<ul>\\n  <li>one\\n\\n    two</li>\\n</ul>")
    '<ul>\\n<li>one\\ntwo</li>\\n</ul>'
    """
    return _INDENTATION.sub("\n", source)


class Loader(filesystem.Loader):
    """Pages of the project's folder; mails and other text keep every space."""

    def get_contents(self, origin: Origin) -> str:
        """A page without its indentation."""
        contents: str = super().get_contents(origin)
        return without_indentation(contents) if origin.name.endswith(".html") else contents
