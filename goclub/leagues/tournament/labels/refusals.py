"""Refusals and notices of events in the reader's words: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals, RefusalText, describe
from goclub.common.refusals.texts import FILE_UNREADABLE, GENERIC
from goclub.games.models import Game
from goclub.leagues.tournament.services.closing import NotPosted
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind
from ratings.errors import Code

REFUSALS: Refusals = {
    # A report that is offered to a table.
    # Two people at once.
    "tournament.changed_meanwhile": _(
        "%(who)s has changed this event in the meantime (%(what)s). Your changes were "
        "not saved. Look at the event as it is now, and make them again if they still "
        "fit."
    ),
    "tournament.result_changed_meanwhile": _(
        "%(who)s has set another result at table %(table)s in the meantime: "
        "%(result)s. Look at it, and set yours again if it is the right one."
    ),
    # The event.
    "tournament.event_closed": _(
        "%(value)s is closed. Reopen it first; its games then leave the members’ histories."
    ),
    "tournament.event_cancelled": _("%(value)s was cancelled. Reopen it first."),
    "tournament.event_not_running": _(
        "%(value)s is at another stage, so this is not possible. Reload the page to see what "
        "comes next."
    ),
    "tournament.more_times_than_rounds": _(
        "There are more times (%(value)s) than rounds (%(accepted)s). Remove some "
        "times, or plan more rounds."
    ),
    "tournament.more_days_than_the_event": _(
        "These times need %(value)s days, but the tournament lasts %(accepted)s. A "
        "time that is not later than the one before falls on the next day."
    ),
    "tournament.below_zero_rank": _("The bar is below the rank that starts at zero."),
    "tournament.bar_below_floor": _(
        "The bar lies below the floor. Choose a higher bar or a lower floor."
    ),
    "tournament.class_by_time": _(
        "The thinking time makes this an event of class %(accepted)s. Choose that class, or "
        "another thinking time."
    ),
    "tournament.no_class_by_time": _(
        "The thinking time is too short for any European class. Choose no class, or a longer time."
    ),
    "tournament.unknown_criterion": _("“%(value)s” is not a criterion. Known: %(accepted)s."),
    "tournament.match_points": _(
        "Match points are three whole numbers: for a win, a draw and a loss, none larger than the "
        "one before."
    ),
    "tournament.listed_twice": _("“%(value)s” is listed twice among the criteria."),
    "tournament.order": _("List the category limits from strongest to weakest."),
    # Registration.
    "tournament.entered_already": _("%(value)s has already entered."),
    "tournament.rank_differs": _(
        "This member’s rank in the club is %(accepted)s, not %(value)s. Give a reason "
        "next to the rank, or leave the rank empty."
    ),
    "tournament.rank_differs_ask": _(
        "Your rank in the club is %(accepted)s. Ask an organiser if you should play as %(value)s."
    ),
    "tournament.nothing_paired": _("No rounds have been published yet."),
    # Pairing.
    "tournament.nobody_present": _(
        "There is nobody to pair. Mark at least two players as here and not absent."
    ),
    "tournament.odd_field": ngettext_lazy(
        "%(value)s player cannot have a game. Allow a bye, or add another player.",
        "%(value)s players cannot all have a game. Allow a bye, or mark one of them as absent.",
        "value",
    ),
    "tournament.even_field": _(
        "With a bye for %(value)s, an odd number of players is left. Choose nobody for "
        "the bye, or mark someone as absent."
    ),
    "tournament.odd_places": _(
        "With %(value)s players one has no opponent. Give someone the bye, or mark one as absent."
    ),
    "tournament.white_of_another_pair": _("White must be one of the two players of the pair."),
    "tournament.no_bye_allowed": _(
        "No bye is allowed in this round. Allow one, or choose nobody for it."
    ),
    "tournament.bye_of_another": _(
        "The player chosen for the bye is not among those to pair. Choose one of them."
    ),
    "tournament.absent": _(
        "%(value)s is marked as absent in this round. Mark them as present first."
    ),
    "tournament.has_a_game": _(
        "%(value)s has a game in this round and cannot have the bye as well."
    ),
    "tournament.fixed_and_forbidden": _("%(value)s: this pair is forbidden. Allow it again first."),
    "tournament.no_pairing_left": _(
        "With these forbidden pairs not everyone can be paired. Allow one of them "
        "again, or give someone the bye."
    ),
    "tournament.apart_needs_two": _("Tick at least two."),
    "tournament.no_club": _(
        "%(value)s: no club is entered. A match of two clubs needs the club of every player; add "
        "it to the entry."
    ),
    "tournament.two_clubs": _(
        "A match of two clubs needs players of exactly two clubs. Entered: %(value)s. Correct the "
        "club in the entries."
    ),
    "tournament.earlier_round_not_paired": _("Pair the earlier round first."),
    "tournament.not_paired": _("Round %(value)s is not paired yet: pair it first."),
    "tournament.round_not_published": _(
        "Round %(value)s is not published yet, so it has no results."
    ),
    "tournament.results_in_preview": _(
        "Round %(value)s has results. Clear them one by one before discarding the pairings."
    ),
    "tournament.table_is_gone": _("This table no longer exists: the round was paired again."),
    "tournament.seat_line": _(
        "One pair per line: White’s number, then Black’s, from the entry list. For "
        "example 12 7, or 5: 12 7 2 for table 5 and 2 stones."
    ),
    # Results.
    "tournament.table_and_key": _(
        "Type the table number and one key: b Black won, w White won, = jigo, t draw "
        "because time was called, ? open; B and W by forfeit, x both lose. A margin "
        "comes between: 12 3.5b."
    ),
    "tournament.no_such_table": _("There is no table %(value)s in this round."),
    "tournament.link_expired": _(
        "Write the result on the slip and hand it to an organiser, or ask for a new code."
    ),
    "tournament.link_not_ours": _(
        "Part of the address may be missing. Scan the code on the slip again."
    ),
    "tournament.link_round_over": _(
        "The next round is paired, so you can no longer enter results here. If the "
        "result is wrong, tell an organiser, who can still correct it."
    ),
    # Closing.
    # Tables of entries and results.
    "tournament.too_many_lines": _(
        "The table has %(value)s lines. A form accepts %(accepted)s. Send it in parts."
    ),
    "tournament.too_long": _("Too long. Characters accepted: %(accepted)s."),
    "tournament.nothing_to_store": _("There is nothing new in this table, so nothing was saved."),
    # Facts that contradict each other.
    "tournament.twice_in_a_round": _(
        "The file pairs a player twice in one round: %(value)s. Correct the file and choose "
        "it again."
    ),
    "tournament.same_id": _(
        "Two players have the number %(value)s. Correct the file and choose it again."
    ),
    "tournament.more_than_planned": _(
        "There are more rounds (%(value)s) than planned (%(accepted)s). Correct the file and "
        "choose it again."
    ),
    "tournament.default_without_result": _(
        "A game won by forfeit needs a result: %(value)s. Correct the file and choose it again."
    ),
    "tournament.rematch": _(
        "The same pair meets twice: %(value)s. Correct the file and choose it again."
    ),
    "tournament.points_do_not_sum": _(
        "The two players’ points do not add up to 1: %(value)s. Correct the file and choose "
        "it again."
    ),
    # Files.
    "formats.too_many_elements": _(
        "This file has too many parts to be a tournament. Choose another file."
    ),
    "formats.unknown_format": FILE_UNREADABLE,
    "formats.not_opengotha": _(
        "This XML file (“%(value)s”) is not an OpenGotha tournament. Choose another file."
    ),
    "formats.not_pairgoth": _("This is not a Pairgoth tournament. Choose another file."),
    "formats.not_macmahon": _(
        "This XML file is not a MacMahon tournament: %(value)s. Choose another file."
    ),
    "formats.latin_name_needed": _(
        "%(value)s has no name in Latin letters, which this file needs. Add one to the entry."
    ),
    "formats.too_fast": _(
        "The thinking time is too short for a European class: %(accepted)s. Correct the "
        "thinking time in the settings."
    ),
    "formats.no_aga_id": _(
        "%(value)s has no AGA ID, so their games cannot be reported. Enter it in their entry."
    ),
    "formats.rounds": _(
        "The lines of the file have different numbers of rounds: %(value)s. Correct the file "
        "and choose it again."
    ),
    "formats.same_number": _(
        "The file uses a player’s number twice: %(value)s. Correct the file and choose it again."
    ),
    "formats.same_player": _(
        "The file lists a player twice: %(value)s. Correct the file and choose it again."
    ),
    "formats.same_round": _(
        "The file contains round %(value)s twice. Correct the file and choose it again."
    ),
    "formats.professional": _(
        "“%(value)s” is a professional rank. Enter the amateur rank under which this person plays."
    ),
    "formats.broken_cell": _(
        "This cell holds an error, “%(value)s”. Correct it in the spreadsheet."
    ),
    "formats.formula": _("“%(value)s” is a formula without a value. Enter the value itself."),
    "formats.no_name": _("“%(value)s” is not a name. Enter the name, and format the cell as text."),
    "formats.unseen": _(
        "“%(value)s” has a direction mark or another character that cannot be seen. Enter it "
        "again without it."
    ),
    "formats.lost_letters": _(
        "“%(value)s” has lost letters. Save the spreadsheet as UTF-8 or XLSX and upload it again."
    ),
    "formats.no_country": _(
        "“%(value)s” is not a country of the list. Enter its name, or a code such as PL."
    ),
    "formats.answer_first": _("“%(value)s” can be read in two ways. Answer the question above."),
    "formats.who_won": _(
        "“%(value)s” does not say which colour won. Enter the winner too, for example W+F."
    ),
    "formats.ending": _(
        "“%(value)s” is not an ending. Enter points, resign, time, left, forfeit, penalty "
        "or called."
    ),
    "formats.other_ending": RefusalText(
        _("The result does not go with the ending “%(value)s”. Correct one of the two."),
        {"value": dict(Game.Ended.choices)},
    ),
    "formats.same_line": _("%(value)s is already in line %(line)s. Correct one of the lines."),
    "formats.several": _("Several players are called “%(value)s”. Enter the number instead."),
    "formats.other_number": _(
        "Number %(number)s is not “%(value)s”. Correct the name or the number."
    ),
    "formats.not_xml": _("The file is not well-formed XML. Look at line %(value)s."),
    "formats.encoding": _(
        "The file cannot be read as %(value)s, the encoding that it names. Save it as UTF-8 and "
        "choose it again."
    ),
    "formats.doctype": _(
        "The file declares a document type or entities, which tournament files do not need. "
        "It was rejected for safety. Save it again without them."
    ),
    "formats.same_key": _(
        "The file lists a player twice: %(value)s. Correct the file and choose it again."
    ),
    "formats.same_table": _(
        "Two games have the same table: %(value)s. Give one of them another table."
    ),
    "formats.unwritable": _(
        "The file cannot store these characters: %(value)s. Choose another format."
    ),
    "formats.same_table_line": _(
        "Table %(value)s is already in line %(line)s. Correct one of the lines."
    ),
    "formats.same_round_line": _(
        "Line %(line)s already has this player in round %(value)s. Correct one of the lines."
    ),
    "formats.bad_line": GENERIC[Code.TYPE],
    "formats.one_sided": _(
        "%(value)s: line %(other)s names another opponent for this round. Correct one of the lines."
    ),
    "formats.contradiction": _(
        "%(value)s: line %(other)s says something else of the same game. Correct one of the lines."
    ),
}


def not_posted_texts(games: Iterable[NotPosted]) -> list[str]:
    """A sentence for each game: its round and table, who played, and the reason."""
    return [
        gettext(
            "Round %(round)s, table %(table)s, %(pair)s: not added to the players’ game "
            "histories. %(why)s"
        )
        % {
            "round": game.pairing.round.number,
            "table": game.pairing.table,
            "pair": f"{game.pairing.black} – {game.pairing.white}",
            "why": _why(game),
        }
        for game in games
    ]


def _why(game: NotPosted) -> str:
    if game.error is not None:
        return describe(game.error)
    if game.reason == "colours_unknown":
        return gettext("It is not known who had which colour.")
    if game.reason == "removed":
        return gettext(
            "One of the two players was removed from the event beforehand, so the game was "
            "not played."
        )
    if game.reason == "shared_board":
        return gettext("Several people share this board, so the game counts for nobody’s rating.")
    if game.reason == "drawn_by_default":
        return gettext("The draw was decided without a game.")
    return gettext("It has no single winner and is not a jigo.")


KINDS: Final = [
    NoticeKind(
        "event.paired",
        NoticeGroup.LEAGUES,
        label=_("I am paired in a tournament"),
        text=_("%(event)s, round %(round)s: you play %(other)s at table %(table)s."),
        mail=Mail.NEVER,
    ),
    NoticeKind(
        "event.results",
        NoticeGroup.LEAGUES,
        label=_("The results of a tournament that I played in"),
        text=_("%(event)s is over. Your place: %(place)s."),
        mail=Mail.NOW,
    ),
    NoticeKind(
        "event.withdrawn",
        NoticeGroup.LEAGUES,
        label=_("A player of my tournament left the club and was withdrawn"),
        text=_("%(name)s has left the club and was withdrawn from %(event)s."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "event.left",
        NoticeGroup.LEAGUES,
        label=_("A player of my tournament left the club after its start"),
        text=_("%(name)s has left the club and is still entered in %(event)s. Withdraw them?"),
        mail=Mail.NOW,
    ),
]
