"""Talking about a kifu: comments and variations that members add, change, and take back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.library.queries import notes_of, variations_of
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Game, Kifu, KifuNote, KifuVariation
from goclub.games.rating.queries import players_ranks
from goclub.go.records.layers import (
    AddedLine,
    Layered,
    Move,
    add_lines,
    find_spot,
    play_on,
    read_moves,
    spot_of,
    with_comments,
    write_moves,
)
from goclub.go.records.record import Record
from goclub.go.records.write import write_record
from goclub.members.comments.services import (
    check_may_comment,
    check_own,
    check_shown,
    checked_text,
)
from goclub.members.models import Member, User
from goclub.members.notices.services import tell
from goclub.members.requests import Act
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

MOST_NOTES = 500
MOST_VARIATIONS = 100
LONGEST_LINE = 100


@dataclass(frozen=True)
class CommentedRecord:
    """A kifu with everything that may be shown of what members added.

    ``record`` with the variations; ``key_of`` names each of its nodes for forms: a spot of the bare
    record, or ``v12-3`` for the third move of variation 12; ``notes`` and ``variations`` in the
    order in which they came, hidden ones too, with ``node_of`` each one's node (None where its
    variation is hidden, or no longer fits the record).  ``places`` the node of each node of the
    bare record, ``steps`` those of the moves of variations, by their keys.
    """

    bare: Record
    record: Record
    places: Sequence[int]
    notes: Sequence[KifuNote] = ()
    variations: Sequence[KifuVariation] = ()
    steps: Mapping[str, int] = field(default_factory=dict)

    def node_of(self, annotation: KifuNote | KifuVariation) -> int | None:
        """The node that a comment is about, or the first move of a variation."""
        return self.node_at(_key_of(annotation))

    def node_at(self, key: str) -> int | None:
        """The node that a key names; None where there is none."""
        if key in self.steps:
            return self.steps[key]
        try:
            return self.places[find_spot(self.bare, key)]
        except RuleError:
            return None

    @cached_property
    def added_keys(self) -> dict[int, str]:
        """The keys of the nodes that are not in the bare record."""
        known = set(self.places) if self.steps else set()
        keys = [*self.steps.items()][::-1]  # the first of several is the last to be put in
        return {node: key for key, node in keys if node not in known}

    def key_of(self, node: int) -> str:
        """The key of a node; the empty node at the end of the game speaks for the last move."""
        if node in self.added_keys:
            return self.added_keys[node]
        try:
            return spot_of(self.bare, self.places.index(node))
        except ValueError:
            return self.key_of(node - 1)


def _key_of(annotation: KifuNote | KifuVariation) -> str:
    if isinstance(annotation, KifuVariation):
        return f"v{annotation.pk}-1"
    return (
        annotation.spot
        if annotation.variation_id is None
        else f"v{annotation.variation_id}-{annotation.step}"
    )


def read_comments(kifu: Kifu, *, end: str = "") -> CommentedRecord:
    """The record of a kifu with its visible layers; ``end`` as in :func:`.layers.add_lines`."""
    bare = read_kifu(kifu)
    variations = variations_of(kifu)
    notes = notes_of(kifu)
    for variation in variations:
        variation.kifu = kifu
    for note in notes:
        note.kifu = kifu
    shown = [v for v in variations if not v.is_hidden and _fits(v, bare)]
    layered = add_lines(bare, [_line(variation, bare) for variation in shown], end=end)
    steps = {
        f"v{variation.pk}-{step}": node
        for variation, line in zip(shown, layered.lines, strict=True)
        for step, node in enumerate(line, 1)
    }
    return CommentedRecord(bare, layered.record, layered.places, notes, variations, steps)


def _fits(variation: KifuVariation, bare: Record) -> bool:
    """Whether a line can still be played where it begins: another record may have been added to
    this one, and taken back again."""
    try:
        play_on(bare, find_spot(bare, variation.spot), read_moves(variation.moves, bare))
    except RuleError:
        return False
    return True


def _line(variation: KifuVariation, bare: Record) -> AddedLine:
    return AddedLine(variation.spot, read_moves(variation.moves, bare))


def export_comments(kifu: Kifu, *, end: str = "") -> bytes:
    """The record as SGF with all layers that are shown: variations, and comments under names."""
    commented = read_comments(kifu, end=end)
    texts_by_node: dict[int, list[str]] = {}
    for variation in commented.variations:
        node = commented.node_of(variation)
        if node is not None:
            texts_by_node.setdefault(node, []).append(f"[{_name(variation.author)}]")
    for note in commented.notes:
        node = commented.node_of(note)
        if node is not None and not note.is_hidden:
            texts_by_node.setdefault(node, []).append(f"{_name(note.author)}: {note.text}")
    return write_record(with_comments(commented.record, texts_by_node))


def _name(user: User) -> str:
    member: Member | None = getattr(user, "member", None)
    return "–" if member is None else member.display_name


# -- comments ------------------------------------------------------------------------------------


@atomic_retried
def add_note(act: Act, kifu: Kifu, *, key: str, text: str) -> KifuNote:
    """Comment on the node that ``key`` names (see :class:`CommentedRecord`).

    Raises ``E_MISSING`` or ``E_RANGE`` for the text, ``E_UNKNOWN`` for a node that is not there,
    ``E_STATE`` when the kifu holds as many comments as it may.
    """
    check_may_comment(act.user)
    text = checked_text(text)
    kifu = lock_row(kifu)
    if kifu.notes.count() >= MOST_NOTES:
        raise Refusal(
            _("This game cannot take any more comments."),
            field="text",
            value=MOST_NOTES,
            reason="too_many_notes",
        )
    note = KifuNote(kifu=kifu, author=act.user, at=act.at, text=text)
    name, _dash, step = key.removeprefix("v").partition("-")
    if key.startswith("v") and name.isdecimal() and step.isdecimal():
        variation = KifuVariation.objects.filter(
            kifu=kifu, pk=int(name[:9]), hidden_at=None
        ).first()
        length = 0 if variation is None else len(read_moves(variation.moves, read_kifu(kifu)))
        if not 1 <= int(step[:4]) <= length:
            raise RuleError(Code.UNKNOWN, "text", key[:40], reason="records.no_such_move")
        note.variation, note.step = variation, int(step[:4])
    else:
        find_spot(read_kifu(kifu), key)
        note.spot = key
    note.save()
    _tell(act, kifu)
    return note


def _tell(act: Act, kifu: Kifu) -> None:
    """The players of the game and those who talk about it hear of a comment, once a day."""
    named = players_named(kifu)
    players = [player for player in named.values() if isinstance(player, Member)]
    authors = kifu.notes.filter(hidden_at=None).values("author")
    talking = (
        Member.objects.active()
        .filter(user__in=authors)
        .exclude(pk__in=[member.pk for member in players])
    )
    for member in (*players, *talking):
        tell(
            act,
            member,
            "kifu.comment",
            url=kifu.get_absolute_url(),
            key=f"comment:{kifu.pk}:{act.user.pk}:{act.at.date()}",
            author=getattr(act.user, "member", None) or "–",
            **named,
        )


def players_named(kifu: Kifu) -> dict[str, Member | str]:
    """What a notice calls the players: members with their ranks, else what the record says."""
    rows = Game.objects.filter(kifu=kifu).with_players().annotate(**players_ranks())
    game = rows.first()
    if game is None:
        return {"black": kifu.black_name, "white": kifu.white_name}
    ranks = {name: vars(game)[name] or "" for name in ("black_rank", "white_rank")}
    return {"black": game.black, "white": game.white, **ranks}


# -- variations ----------------------------------------------------------------------------------


@atomic_retried
def add_variation(act: Act, kifu: Kifu, *, spot: str, moves: str, text: str) -> KifuVariation:
    """Add moves below a node of the record, and perhaps a comment on the last of them.

    ``spot`` and ``moves`` as ``kifu.layers`` writes them.  Raises ``E_MISSING`` without moves,
    ``E_ILLEGAL_MOVE`` for one that the board refuses, ``E_DUPLICATE`` where the record or
    somebody's variation has all of them already, ``E_RANGE`` and ``E_STATE`` beyond the limits.
    """
    check_may_comment(act.user)
    text = checked_text(text) if text.strip() else ""
    kifu = lock_row(kifu)
    commented = read_comments(kifu)
    line = check_line(commented.bare, spot, moves)
    if not line:
        raise Refusal(
            _("Tap the board first: a variation needs a move."),
            code=Code.MISSING,
            field="moves",
            reason="no_moves",
        )
    if len(commented.variations) >= MOST_VARIATIONS:
        raise Refusal(
            _("This game cannot take any more variations."),
            field="moves",
            reason="too_many_variations",
        )
    if _is_there(commented, spot, line):
        raise Refusal(
            _(
                "These moves are already in the game. Play on, or comment on the move "
                "that is there."
            ),
            code=Code.DUPLICATE,
            field="moves",
            reason="moves_there",
        )
    variation = KifuVariation.objects.create(
        kifu=kifu, author=act.user, at=act.at, spot=spot, moves=write_moves(line, commented.bare)
    )
    if text:
        KifuNote.objects.create(
            kifu=kifu, author=act.user, at=act.at, variation=variation, step=len(line), text=text
        )
    return variation


@atomic_retried
def add_variations(act: Act, kifu: Kifu, *, lines: Sequence[tuple[str, str]], text: str) -> str:
    """Add every line of a try, each ``(spot, moves)``, or none; ``text`` comments on the last.

    Returns the key of the last move (see :class:`CommentedRecord`).  Raises as
    :func:`add_variation`.
    """
    for spot, moves in lines:
        is_last = (spot, moves) == lines[-1]
        variation = add_variation(act, kifu, spot=spot, moves=moves, text=text if is_last else "")
    return f"v{variation.pk}-{len(read_moves(variation.moves, read_kifu(kifu)))}"


def check_line(record: Record, spot: str, moves: str) -> tuple[Move, ...]:
    """The moves of a line below a spot, each of which the board allows.

    Raises ``E_UNKNOWN``, ``E_TYPE``, ``E_RANGE`` and ``E_ILLEGAL_MOVE``.
    """
    node = find_spot(record, spot)
    line = read_moves(moves[: 4 * LONGEST_LINE], record)
    if len(line) > LONGEST_LINE:
        raise RuleError(Code.RANGE, "moves", len(line), AcceptedRange(1, LONGEST_LINE))
    play_on(record, node, line)
    return line


def _is_there(commented: CommentedRecord, spot: str, line: tuple[Move, ...]) -> bool:
    """Whether walking along the moves never leaves what there is."""
    bare = commented.bare
    shown = [v for v in commented.variations if not v.is_hidden and _fits(v, bare)]
    lines = [_line(variation, bare) for variation in shown]
    with_it: Layered = add_lines(commented.bare, [*lines, AddedLine(spot, line)])
    without: Layered = add_lines(commented.bare, lines)
    return len(with_it.record.nodes) == len(without.record.nodes)


@atomic_retried
def delete_annotation(act: Act, annotation: KifuNote | KifuVariation) -> None:
    """Take back one's own comment, or one's own variation with one's own comments on it.

    What the office hid stays as evidence.  Raises ``E_STATE`` for a variation on which others have
    commented.
    """
    check_own(annotation, act.user)
    annotation = lock_row(annotation)
    check_shown(annotation)
    if isinstance(annotation, KifuVariation) and (
        annotation.notes.exclude(author=act.user).exists()
        or annotation.notes.exclude(hidden_at=None)
    ):
        raise Refusal(
            _("Others have commented on this variation. Ask an admin to hide it."),
            field="variation",
            reason="others_commented",
        )
    annotation.delete()
