"""The record of a game: the bytes as they came, what members say about it, its positions."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from goclub.games.models.game import Game
from goclub.members.models import HIDDEN_WITH_REASON, Annotation, Member
from goclub.members.names import fold_name

LONGEST_LINE = 300


class KifuQuerySet(models.QuerySet["Kifu"]):
    """Adjectives for kifu."""

    def drafts_of(self, user: int | None) -> KifuQuerySet:
        """What this user uploaded and has neither reported nor filed."""
        return self.filter(game=None, filed_at=None, uploaded_by=user)

    def in_library(self) -> KifuQuerySet:
        """What everybody may see: kifu of games that are not void, and records filed alone."""
        of_games = Q(game__isnull=False) & ~Q(game__state=Game.State.VOID)
        return self.filter(of_games | Q(filed_at__isnull=False))

    def with_page(self) -> KifuQuerySet:
        """Everything but drafts: kifu of games, void ones too, and records filed alone."""
        return self.filter(Q(game__isnull=False) | Q(filed_at__isnull=False))

    def light(self) -> KifuQuerySet:
        """Without the files and texts that no list needs."""
        return self.defer("original", "normalised", "text")

    def with_game(self) -> KifuQuerySet:
        return self.select_related("game__black", "game__white")

    def newest_first(self) -> KifuQuerySet:
        """By the day of the game; those without a day last."""
        return self.order_by(models.F("played_on").desc(nulls_last=True), "-pk")


class UploadedFile(models.Model):
    """A file as somebody sent it; ``number`` the game of it that the row is about."""

    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("uploaded by"),
    )
    uploaded_at = models.DateTimeField(_("uploaded at"))
    filename = models.CharField(_("file name"), max_length=120, blank=True)
    original = models.BinaryField(_("original bytes"))
    number = models.PositiveIntegerField(_("number in the file"), default=1)
    encoding = models.CharField(_("encoding"), max_length=20)

    class Meta:
        abstract = True


class Kifu(UploadedFile):
    """A kifu: of a club game, filed in the library alone, or a draft that only the uploader sees.

    ``original`` holds the uploaded bytes and is handed back only to the uploader and the office;
    everybody else gets ``normalised``, which the server wrote itself.  Of a file with many games
    the first keeps the bytes and is the ``source`` of the others.  Everything from ``digest`` on
    is read from ``normalised`` and can be read again.
    """

    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="kifu",
        verbose_name=_("game"),
    )
    filed_at = models.DateTimeField(
        _("added to the library at"),
        null=True,
        blank=True,
        help_text=_("A game record that is not of a club game, for everyone to see."),
    )
    source = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="parts",
        verbose_name=_("file"),
    )
    normalised = models.TextField(_("normalised SGF"))
    note = models.CharField(_("note"), max_length=200, blank=True)

    digest = models.CharField(
        _("digest of the moves"),
        max_length=64,
        db_index=True,
        help_text=_("The same for identical moves under any rotation or reflection."),
    )
    opening = models.CharField(
        _("digest of the opening"),
        max_length=16,
        db_index=True,
        default="",
        help_text=_("The same for records that may show the same game, one longer than the other."),
    )
    moves = models.PositiveIntegerField(_("moves"))
    width = models.PositiveSmallIntegerField(_("columns"), default=19)
    height = models.PositiveSmallIntegerField(_("rows"), default=19)
    black_name = models.CharField(_("Black"), max_length=LONGEST_LINE, default="", blank=True)
    white_name = models.CharField(_("White"), max_length=LONGEST_LINE, default="", blank=True)
    names = models.CharField(
        _("names, folded"), max_length=2 * LONGEST_LINE, default="", blank=True, editable=False
    )
    black_rank = models.CharField(_("Black’s rank"), max_length=20, default="", blank=True)
    white_rank = models.CharField(_("White’s rank"), max_length=20, default="", blank=True)
    winner = models.CharField(_("winner"), max_length=1, default="", blank=True)
    result = models.CharField(_("result"), max_length=40, default="", blank=True)
    komi2 = models.SmallIntegerField(_("komi, doubled"), null=True, blank=True)
    handicap = models.PositiveSmallIntegerField(_("handicap stones"), default=0)
    event = models.CharField(_("event"), max_length=LONGEST_LINE, default="", blank=True)
    played_on = models.DateField(_("played on"), null=True, blank=True, db_index=True)
    date_text = models.CharField(_("date"), max_length=LONGEST_LINE, default="", blank=True)
    text = models.TextField(_("comments"), default="", blank=True)
    final = models.TextField(
        _("final position"), default="", blank=True, help_text=_("Rows of X, O and dots.")
    )

    objects = KifuQuerySet.as_manager()

    class Meta:
        verbose_name = _("kifu")
        verbose_name_plural = _("kifu")
        indexes = [models.Index(fields=["uploaded_at"], name="kifu_uploaded")]
        constraints = [
            models.CheckConstraint(
                name="kifu_filed_without_game",
                condition=Q(game=None) | Q(filed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.title or self._description

    def get_absolute_url(self) -> str:
        """The page of its game where it has one."""
        if self.game_id:
            return reverse("games:detail", args=[self.game_id])
        return reverse("games:kifu-detail", args=[self.pk])

    @property
    def _description(self) -> str:
        """What the record says of itself where it names nobody: better than its file's name."""
        if self.event:
            return f"{self.event} · {self.date_text}" if self.date_text else self.event
        if self.date_text:
            return gettext("Game record of %(date)s") % {"date": self.date_text}
        if not self.moves:
            return gettext("Game record without moves")
        return ngettext(
            "Game record with %(n)s move", "Game record with %(n)s moves", self.moves
        ) % {"n": self.moves}

    @property
    def title(self) -> str:
        """Who played, as the record says it; members as the reader sees their names."""
        return f"{self.black_shown or '?'} – {self.white_shown or '?'}" if self.has_names else ""

    @property
    def black_shown(self) -> str:
        """Black, as the reader sees the name where the record says that of the game's player."""
        return self._shown(self.black_name, "black")

    @property
    def white_shown(self) -> str:
        """White; see ``black_shown``."""
        return self._shown(self.white_name, "white")

    def _shown(self, written: str, colour: str) -> str:
        game = self.game if self._state.fields_cache.get("game") else None  # never a query for it
        player: Member | None = getattr(game, colour, None)
        if player is None or fold_name(written) not in map(fold_name, player.spellings):
            return written
        return player.shown_name

    @property
    def heading(self) -> str:
        """Who played: the members of its game, else as the record says it."""
        return f"{self.game.black} – {self.game.white}" if self.game else str(self)

    @property
    def has_names(self) -> bool:
        return bool(self.black_name or self.white_name)

    @property
    def is_draft(self) -> bool:
        return self.game_id is None and self.filed_at is None

    @property
    def file_bytes(self) -> bytes:
        """The uploaded file, also for the later games of a collection."""
        return bytes(self.source.original if self.source else self.original)


class KifuAddition(UploadedFile):
    """What another record of the same game said besides: a fact, of which ``kifu`` holds the sum.

    ``original`` keeps the other file as it came; ``before`` the normalised record without it, so
    that the last addition can be taken back.  The numbers say what was added.
    """

    kifu = models.ForeignKey(
        Kifu, on_delete=models.CASCADE, related_name="additions", verbose_name=_("kifu")
    )
    before = models.TextField(_("previous record"))
    moves = models.PositiveIntegerField(_("moves"), default=0)
    variations = models.PositiveIntegerField(_("variations"), default=0)
    comments = models.PositiveIntegerField(_("comments"), default=0)
    marks = models.PositiveIntegerField(_("marks"), default=0)
    facts = models.PositiveIntegerField(_("facts about the game"), default=0)

    class Meta:
        verbose_name = _("addition to a kifu")
        verbose_name_plural = _("additions to kifu")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.filename or f"addition {self.pk}"


class KifuAnnotation(Annotation):
    """What a member added to a kifu."""

    MODERATE = "games.moderate_talk"

    class Meta:
        abstract = True


class KifuVariation(KifuAnnotation):
    """Moves that a member adds below a node of the record.

    ``spot`` and ``moves`` as ``kifu.layers`` writes them; the moves were checked by the board.
    """

    kifu = models.ForeignKey(
        Kifu, on_delete=models.CASCADE, related_name="variations", verbose_name=_("kifu")
    )
    spot = models.CharField(_("place in the record"), max_length=300)
    moves = models.CharField(_("moves"), max_length=600)

    class Meta:
        verbose_name = _("variation")
        verbose_name_plural = _("variations")
        ordering = ["pk"]
        permissions = [("moderate_talk", "Can hide comments and variations")]
        constraints = [
            models.CheckConstraint(
                name="variation_hidden_with_reason", condition=HIDDEN_WITH_REASON
            ),
            models.CheckConstraint(name="variation_has_moves", condition=~Q(moves="")),
        ]

    def __str__(self) -> str:
        return f"{self.spot}: {self.moves}"

    def get_absolute_url(self) -> str:
        """The page of its record."""
        return f"{self.kifu.get_absolute_url()}#board"


class KifuNote(KifuAnnotation):
    """A comment on a node: of the record (``spot``), or of an added line (``step``, from 1)."""

    kifu = models.ForeignKey(
        Kifu, on_delete=models.CASCADE, related_name="notes", verbose_name=_("kifu")
    )
    spot = models.CharField(_("place in the record"), max_length=300, blank=True)
    variation = models.ForeignKey(
        KifuVariation,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="notes",
        verbose_name=_("variation"),
    )
    step = models.PositiveSmallIntegerField(_("move of the variation"), null=True, blank=True)
    text = models.TextField(_("comment"), max_length=2000)
    edited_at = models.DateTimeField(_("edited at"), null=True, blank=True)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(name="note_hidden_with_reason", condition=HIDDEN_WITH_REASON),
            models.CheckConstraint(
                name="note_has_one_place",
                condition=Q(variation=None, step=None) & ~Q(spot="")
                | Q(variation__isnull=False, step__gte=1, spot=""),
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]

    def get_absolute_url(self) -> str:
        """Its place on the page of its record."""
        return f"{self.kifu.get_absolute_url()}#comment-{self.pk}"


class Position(models.Model):
    """A position of a record, under its key (see :mod:`goclub.go.positions`).

    ``following`` the next move in the key's frame, -1 for none; ``winner`` and ``is_handicap``
    stand here so that counting needs no other table.
    """

    WINNERS = {"B": 1, "W": 2}

    kifu = models.ForeignKey(
        Kifu,
        on_delete=models.CASCADE,
        related_name="positions",
        verbose_name=_("kifu"),
        db_index=False,  # position_of_kifu begins with it
    )
    number = models.BigIntegerField(_("key"))
    move = models.PositiveIntegerField(_("after move"))
    following = models.SmallIntegerField(_("next move"))
    winner = models.PositiveSmallIntegerField(_("winner"))
    is_handicap = models.BooleanField(_("of a game with handicap stones"), default=False)

    class Meta:
        verbose_name = _("position")
        verbose_name_plural = _("positions")
        indexes = [
            models.Index(
                fields=["number", "is_handicap", "kifu", "following", "winner"],
                name="position_number",
            ),
            models.Index(fields=["kifu", "move"], name="position_of_kifu"),
        ]

    def __str__(self) -> str:
        return f"{self.kifu_id}: after {self.move}"


def random_mark() -> int:
    """A number that will not come again."""
    return secrets.randbelow(2**31)


class KifuTrace(models.Model):
    """What the search for patterns needs of a record (see :mod:`goclub.go.patterns`).

    ``mark`` is another one whenever the record is indexed, so that the sum of all marks says
    whether the index changed.
    """

    kifu = models.OneToOneField(
        Kifu, on_delete=models.CASCADE, primary_key=True, related_name="trace",
        verbose_name=_("kifu"),
    )  # fmt: skip
    size = models.PositiveSmallIntegerField(_("size"))
    winner = models.PositiveSmallIntegerField(_("winner"))
    mark = models.PositiveIntegerField(default=random_mark, editable=False)
    lives = models.BinaryField(_("stones by point"))
    changes = models.BinaryField(_("points that changed often"))

    class Meta:
        verbose_name = _("trace of a record")
        verbose_name_plural = _("traces of records")
        indexes = [models.Index(fields=["size", "mark"], name="kifu_trace_mark")]

    def __str__(self) -> str:
        return str(self.kifu_id)


class Joseki(models.Model):
    """A sequence that was played in a corner of a record (see :mod:`goclub.go.joseki`), once each.

    ``year`` of the game, 0 where nobody knows it; ``move`` the move that ended the sequence.
    """

    kifu = models.ForeignKey(
        Kifu,
        on_delete=models.CASCADE,
        related_name="joseki",
        verbose_name=_("kifu"),
        db_index=False,  # joseki_once begins with it
    )
    size = models.PositiveSmallIntegerField(_("size"))
    is_handicap = models.BooleanField(_("of a game with handicap stones"))
    line = models.CharField(_("moves"), max_length=60)
    year = models.PositiveSmallIntegerField(_("year"))
    move = models.PositiveIntegerField(_("last move"))

    class Meta:
        verbose_name = _("joseki")
        verbose_name_plural = _("joseki")
        indexes = [
            models.Index(
                fields=["size", "is_handicap", "line", "year", "kifu"], name="joseki_played"
            )
        ]
        constraints = [models.UniqueConstraint(fields=["kifu", "line"], name="joseki_once")]

    def __str__(self) -> str:
        return self.line
