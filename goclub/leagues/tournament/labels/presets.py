"""What every preset means, and what it changes beside our own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.notation import dotted, number, short_rank
from goclub.leagues.models import Event
from goclub.leagues.models.participant import rank_text
from goclub.leagues.tournament.labels.figures import CRITERIA, points_text
from tournaments.events.presets import preset
from tournaments.events.settings import HIGHEST_RANK, Kind, Settings

#: Name, title, and what it means in a sentence.
PRESETS: tuple[tuple[str, StrOrPromise, StrOrPromise], ...] = (
    (
        "S2",
        gettext_lazy("Our rules: zero 15k, bar 4d; score, SOS, SODOS"),
        gettext_lazy("Even games; what the club plays when nothing else is said."),
    ),
    (
        "EGF",
        gettext_lazy("European: even games; score, SOS"),
        gettext_lazy("As the European rules advise for games that are rated in Europe."),
    ),
    (
        "French",
        gettext_lazy("French: handicap minus one stone, below 1 dan; score, SOS, SOSOS"),
        gettext_lazy(
            "Dan players play even; below, the difference in score less one stone is given."
        ),
    ),
    (
        "OpenGotha",
        gettext_lazy("OpenGotha defaults"),
        gettext_lazy("What the program OpenGotha starts a new tournament with."),
    ),
    (
        "Handicap",
        gettext_lazy("Handicap: full stones for everyone"),
        gettext_lazy(
            "Everyone has an even chance: stones for the whole difference, at any rank. In a "
            "Swiss, players of one score who need few stones are paired first."
        ),
    ),
    (
        "Beginners",
        gettext_lazy("Beginners: full stones, bar 10k"),
        gettext_lazy(
            "For newcomers and children: a McMahon from 30k to 10k with full stones, placed by "
            "score and SOS."
        ),
    ),
    (
        "Accelerated",
        gettext_lazy("Accelerated Swiss: the top half starts a virtual point ahead"),
        gettext_lazy(
            "For many players and few rounds: in rounds 1 and 2 the top half is paired as if it "
            "had one point more, so that the best meet earlier. Only for a Swiss."
        ),
    ),
    (
        "Pools",
        gettext_lazy("Pools, then finals: everyone plays everyone in their pool"),
        gettext_lazy(
            "Pools of up to four players, drawn by strength; the first two of each go into the "
            "finals. You can change both on the desk’s page “Pools”. Only for a round robin."
        ),
    ),
)


def preset_choices() -> list[tuple[str, StrOrPromise]]:
    return [(name, title) for name, title, _meaning in PRESETS]


def _rank(value: int) -> str:
    return short_rank(rank_text(value))


def _stones(settings: Settings) -> str:
    rules = settings.handicap
    if not rules.ceiling:
        return _("even games")
    parts = [
        ngettext("up to %(count)s stone", "up to %(count)s stones", rules.ceiling)
        % {"count": number(rules.ceiling)},
        _("by score") if rules.on_mms else _("by rank"),
    ]
    if rules.correction:
        parts.append(_("%(count)s less") % {"count": number(rules.correction)})
    if rules.threshold < HIGHEST_RANK:
        parts.append(_("none from %(rank)s up") % {"rank": _rank(rules.threshold)})
    return dotted(parts)


def virtual_text(settings: Settings) -> str:
    """The virtual points round by round: “1 1”, “–” where there are none."""
    return " ".join(map(points_text, settings.pairing.acceleration2)) or "–"


def _switch(name: str) -> Callable[[Settings], str]:
    return lambda settings: _("on") if getattr(settings.pairing, name) else _("off")


_ROWS: tuple[tuple[StrOrPromise, Callable[[Settings], str]], ...] = (
    (gettext_lazy("Starting at zero"), lambda settings: _rank(settings.zero)),
    (gettext_lazy("Floor"), lambda settings: _rank(settings.floor)),
    (gettext_lazy("Bar"), lambda settings: _rank(settings.bar)),
    (gettext_lazy("Handicap"), _stones),
    (
        gettext_lazy("Ordered by"),
        lambda settings: dotted(CRITERIA[name][0] for name in settings.criteria),
    ),
    (gettext_lazy("Agreed absence, score"), lambda s: points_text(s.mms_absent2)),
    (gettext_lazy("Agreed absence, wins"), lambda s: points_text(s.nbw_absent2)),
    (gettext_lazy("Virtual points of the top half"), virtual_text),
    (gettext_lazy("Few handicap stones preferred"), _switch("handicap")),
    (gettext_lazy("Other clubs and countries preferred"), _switch("geography")),
)
#: McMahon alone has these: elsewhere nobody sees them.
_MCMAHON_ROWS = 3


def preset_cards() -> Iterator[dict[str, object]]:
    """Every preset with its title, its meaning, and for each system what differs from our rules."""
    for name, title, meaning in PRESETS:
        yield {
            "title": title,
            "meaning": meaning,
            "rows": [
                {"system": Event.System(kind).label, "setting": label, "ours": was, "here": here}
                for kind in (Kind.MCMAHON, Kind.SWISS)
                for label, was, here in _differences(name, kind)
            ],
        }


def _differences(name: str, kind: Kind) -> Iterator[tuple[StrOrPromise, str, str]]:
    if name == "Accelerated" and kind is Kind.MCMAHON:
        return
    ours, here = preset("S2", kind), preset(name, kind)
    for label, text in _ROWS if kind is Kind.MCMAHON else _ROWS[_MCMAHON_ROWS:]:
        if text(ours) != text(here):
            yield label, text(ours), text(here)
