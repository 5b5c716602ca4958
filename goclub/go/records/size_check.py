"""How large a record is once it is written: what is accepted must be readable again."""

from __future__ import annotations

from goclub.go.records.errors import KifuError
from goclub.go.records.nodes import Tree
from goclub.go.records.raw_game import MAX_FILE_NODES, MAX_VALUES, price
from ratings.accepted import AcceptedRange

# What the header and the property of a move add at most.
_HEADER, _MOVE = 30, 1
_EDIT_PROPERTIES = 3


def check_written(tree: Tree) -> None:
    """Refuse a record that would be too large to be read again.

    A file names many points in a rectangle and many moves in a node; written again, each is a
    value and a node of its own.  Raises :class:`KifuError` ``too_many_points``,
    ``too_many_nodes``.
    """
    values = properties = _HEADER
    for marks in tree.marks.values():
        values += _MOVE + sum(len(items) or 1 for items in marks.values())
        properties += len(marks)
    for added, gone in tree.edited.values():
        values += len(added) + len(gone)
    properties += _EDIT_PROPERTIES * len(tree.edited)
    for codes in tree.judged.values():
        values += _MOVE + len(codes)
        properties += len(codes)
    for texts in (tree.names, tree.comments):
        values += (_MOVE + 1) * len(texts)
        properties += len(texts)
    if values > MAX_VALUES:
        raise KifuError("records.too_many_points", accepted=AcceptedRange(0, MAX_VALUES))
    if price(len(tree.parents), len(tree.branches), properties) > MAX_FILE_NODES:
        raise KifuError("records.too_many_nodes", accepted=AcceptedRange(0, MAX_FILE_NODES))
