"""Set a Typst template with data into a PDF: ``python -m goclub.common.typesetter TEMPLATE``.

A process of its own, which takes no more memory than it may and leaves none behind.  The data are
read as JSON from the standard input, and the PDF is written to the standard output.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from typing import Final

import typst

#: 58 pages with the diagrams of 30 games take 430 MB.
MOST_MEMORY: Final = 1 << 30


def set_document(template: Path, data: str) -> bytes:
    """Return the PDF; the template reads the data from ``sys.inputs.data``."""
    return typst.compile(template, root=template.parent, sys_inputs={"data": data})


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    sys.stdout.buffer.write(set_document(Path(sys.argv[1]), sys.stdin.read()))
