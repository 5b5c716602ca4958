"""Players who are kept apart, in words: the rules, and why some meet all the same."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from goclub.common.notation import dotted, labelled, listed, number
from goclub.leagues.models import Pairing
from goclub.leagues.tournament.labels.figures import points_text
from goclub.leagues.tournament.labels.presets import virtual_text
from goclub.leagues.tournament.queries.events import kept_until_changed
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.keeping_apart import gave_way
from goclub.leagues.tournament.services.proposals import MOST_NAMED
from tournaments.events.apart import KeptApart, kept_apart
from tournaments.events.explain import KeptTogether
from tournaments.events.groups import top_half
from tournaments.events.settings import ApartRule, Basis

_KEPT_SECONDS = 3600


def named_players(snapshot: EventSnapshot, numbers: tuple[int, ...]) -> str:
    """Some of the players by name, and how many there are beside them."""
    known = [snapshot.participants[n].shown_name for n in numbers if n in snapshot.participants]
    beyond = len(known) - MOST_NAMED
    names = listed(known[:MOST_NAMED])
    if beyond <= 0:
        return names
    return _("%(names)s and %(count)s more") % {"names": names, "count": number(beyond)}


def rule_name(snapshot: EventSnapshot, rule: ApartRule) -> str:
    """Who is kept apart: “Same club”, “Same country”, the name of a group or its players."""
    if rule.basis is Basis.CLUB:
        return _("Same club")
    if rule.basis is Basis.COUNTRY:
        return _("Same country")
    return rule.name or named_players(snapshot, rule.players)


def rule_lines(snapshot: EventSnapshot) -> list[dict[str, object]]:
    """The rules of an event as its page lists them."""
    return [
        {
            "name": rule_name(snapshot, rule),
            "players": named_players(snapshot, rule.players) if rule.name else "",
            "how": dotted((_how(rule), _how_long(rule))),
        }
        for rule in snapshot.settings.apart
    ]


def pairing_facts(snapshot: EventSnapshot) -> list[tuple[str, list[str]]]:
    """What everybody may know of the pairing: virtual points, and who is kept apart, unnamed."""
    settings = snapshot.settings
    facts = []
    if settings.acceleration2_in(0):
        facts.append((_("Virtual points of the top half"), [virtual_text(settings)]))
    if settings.apart:
        texts = [
            dotted(
                (
                    _("named by the organisers")
                    if rule.basis is Basis.PLAYERS
                    else rule_name(snapshot, rule),
                    _how(rule),
                    _how_long(rule),
                )
            )
            for rule in settings.apart
        ]
        facts.append((_("Kept apart"), list(dict.fromkeys(texts))))
    return facts


def _how(rule: ApartRule) -> str:
    if rule.groups is None:
        return _("never paired")
    if not rule.groups:
        return _("avoided within a score group")
    return ngettext(
        "avoided: opponents up to %(count)s score group away instead",
        "avoided: opponents up to %(count)s score groups away instead",
        rule.groups,
    ) % {"count": rule.groups}


def _how_long(rule: ApartRule) -> str:
    if rule.rounds is None:
        return _("every round")
    return ngettext("round 1 only", "rounds 1 to %(count)s", rule.rounds) % {"count": rule.rounds}


def apart_warnings(snapshot: EventSnapshot, number: int) -> list[str]:
    """What an organiser should know of players who meet in a round although they are kept apart."""
    return [
        labelled(
            rule_name(snapshot, rule),
            ngettext(
                "table %(tables)s pairs two who are kept apart. %(why)s",
                "tables %(tables)s pair those who are kept apart. %(why)s",
                len(tables),
            )
            % {
                "tables": listed(table.table for table in tables),
                "why": " ".join(reasons),
            },
        )
        for rule, tables, reasons in _broken(snapshot, number)
    ]


def apart_sentences(snapshot: EventSnapshot, pairing: Pairing) -> list[str]:
    """Why the two of a table meet although a rule keeps them apart, a sentence for each rule."""
    texts = {  # without the name that organisers gave a group: everybody reads this
        Basis.CLUB: _("Those of the same club are kept apart here. %(why)s"),
        Basis.COUNTRY: _("Those of the same country are kept apart here. %(why)s"),
        Basis.PLAYERS: _("The organisers keep these two apart. %(why)s"),
    }
    return [
        texts[rule.basis] % {"why": " ".join(reasons)}
        for rule, tables, reasons in _broken(snapshot, pairing.round.number)
        if pairing.table in {table.table for table in tables}
    ]


def _broken(
    snapshot: EventSnapshot, number: int
) -> Iterator[tuple[ApartRule, list[Pairing], list[str]]]:
    """The rules that do not hold at some tables of a round, these tables, and why."""
    if not snapshot.settings.apart or snapshot.settings.kind.is_scheduled:
        return
    rules = kept_apart(snapshot.tournament(rounds=number - 1))
    reasons: tuple[KeptTogether, ...] | None = None
    for kept, rule in zip(rules, snapshot.settings.apart, strict=True):
        tables = [
            table
            for table in snapshot.pairings[number]
            if kept.in_force(number - 1) and kept.separates(table.white.number, table.black.number)
        ]
        if not tables:
            continue
        if reasons is None:
            reasons = _reasons(snapshot, number)
        yield rule, tables, list(_why(kept, tables, reasons))


def _reasons(snapshot: EventSnapshot, number: int) -> tuple[KeptTogether, ...]:
    return kept_until_changed(
        snapshot.event,
        f"gave-way:{snapshot.event.pk}:{number}",
        lambda: gave_way(snapshot, number) or (),
    )


def _why(
    kept: KeptApart, tables: list[Pairing], reasons: tuple[KeptTogether, ...]
) -> Iterator[str]:
    by_hand = [table.table for table in tables if table.fixed]
    if by_hand:
        yield ngettext(
            "Table %(tables)s was set by hand.", "Tables %(tables)s were set by hand.", len(by_hand)
        ) % {"tables": listed(by_hand)}
    reason = next((reason for reason in reasons if reason.rule == kept), None)
    if reason is None:
        if len(by_hand) < len(tables):
            yield _("Something has changed since the round was paired. Pair it again to see why.")
    elif reason.loss is None:
        yield _("Otherwise not everyone could be paired.")
    elif reason.groups > 0:
        yield ngettext(
            "Keeping all of them apart would move opponents %(count)s score group further "
            "apart in total.",
            "Keeping all of them apart would move opponents %(count)s score groups further "
            "apart in total.",
            reason.groups,
        ) % {"count": reason.groups}
    else:
        yield _(
            "Keeping all of them apart would cost more elsewhere, for example a second "
            "meeting or another category."
        )


def virtual_sentences(snapshot: EventSnapshot, pairing: Pairing) -> list[str]:
    """Which of a table counted with virtual points when the round was paired."""
    number = pairing.round.number
    points2 = snapshot.settings.acceleration2_in(number - 1)
    if not points2:
        return []
    top = top_half(snapshot.tournament(rounds=number - 1))
    names = [player.shown_name for player in pairing.players if player.number in top]
    if not names:
        return [_("Accelerated round: both are in the lower half, so neither has virtual points.")]
    return [
        _(
            "Accelerated round: for the pairing only, scores in the top half count %(points)s "
            "higher (virtual points; here %(names)s). The standings never show this."
        )
        % {"points": points_text(points2), "names": listed(names)}
    ]
