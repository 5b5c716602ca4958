"""Refusals and notices of events in the reader's words: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals, describe
from goclub.common.refusals.texts import FILE_UNREADABLE, GENERIC
from goclub.leagues.tournament.services.closing import NotPosted
from goclub.members.notices.queries import Mail, NoticeKind
from ratings.errors import Code

REFUSALS: Refusals = {
    "tournament.toss_with_stones": _(
        "With handicap stones the colours are fixed. Remove the stones first."
    ),
    "tournament.ends_unknown": _(
        "A season closes on this day, so it matters when each game ended. Enter it on "
        "the results page for round %(value)s."
    ),
    # A report that is offered to a table.
    "tournament.players_say": _(
        "Only the two players can report their result here. Organisers enter it on the "
        "event’s desk."
    ),
    "tournament.said_at_table": _(
        "At a table of %(value)s, report a win or a draw. The organiser records who did not "
        "turn up."
    ),
    "tournament.other_conditions": _(
        "%(value)s sets other conditions for this table: board, stones or komi."
    ),
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
    "tournament.event_not_running": _("That is not possible at this stage of %(value)s."),
    "tournament.league_day": _("Change the first day of %(value)s on the page of its league."),
    "tournament.ends_before_begin": _("The last day, %(value)s, is before the first."),
    "tournament.no_time": _("“%(value)s” is not a time of day. Write times like 10:00 13:30."),
    "tournament.more_times_than_rounds": _(
        "There are more times (%(value)s) than rounds (%(accepted)s). Remove some "
        "times, or plan more rounds."
    ),
    "tournament.more_days_than_the_event": _(
        "These times need %(value)s days, but the tournament lasts %(accepted)s. A "
        "time that is not later than the one before falls on the next day."
    ),
    "tournament.rounds_already_paired": ngettext_lazy(
        "More than %(value)s round has already been paired. Undo the extra pairing "
        "first, or keep the number.",
        "More than %(value)s rounds have already been paired. Undo the extra pairings "
        "first, or keep the number.",
        "value",
    ),
    "tournament.not_empty": _(
        "“%(value)s” has entries, rounds or a league. You can cancel it but not delete it."
    ),
    "tournament.built_on_import": _(
        "The import of “%(value)s” cannot be undone: later changes depend on it "
        "(%(since)s). The event can be cancelled instead."
    ),
    "tournament.tick_two": _("Tick the names of two players to swap their places."),
    "tournament.sit_together": _(
        "These two are at the same table: %(value)s. Use “Change” next to it to swap their colours."
    ),
    "tournament.not_seated": _("%(value)s has no place in this round to swap."),
    "tournament.system_is_fixed": _(
        "A round has already been paired with the system “%(value)s”, so it cannot be changed."
    ),
    "tournament.below_zero_rank": _("The bar is below the rank that starts at zero."),
    "tournament.bar_below_floor": _(
        "The bar lies below the floor. Choose a higher bar or a lower floor."
    ),
    "tournament.class_by_time": _(
        "The thinking time makes this an event of class %(accepted)s. Choose that class, or "
        "another thinking time."
    ),
    "tournament.class_without_time": _(
        "Class %(value)s depends on the thinking time. Enter it in minutes, or choose no class."
    ),
    "tournament.no_class_by_time": _(
        "The thinking time is too short for any European class. Choose no class, or a longer time."
    ),
    "tournament.unread_overtime": _(
        "“%(value)s” cannot be read as overtime, so there is no European class. Enter it like "
        "3 × 30 s, 15 stones in 5 min or +10 s."
    ),
    "tournament.unknown_criterion": _("“%(value)s” is not a criterion. Known: %(accepted)s."),
    "tournament.listed_twice": _("“%(value)s” is listed twice among the criteria."),
    "tournament.order": _("List the category limits from strongest to weakest."),
    # Registration.
    "tournament.entered_already": _("%(value)s has already entered."),
    "tournament.name_entered_already": _(
        "%(value)s has already entered. If this is another person with that name, say so below."
    ),
    "tournament.no_member": _("%(value)s is not a member at present. Enter them as a guest."),
    "tournament.no_standing": _("This member has no rank here yet. Choose a rank to play at."),
    "tournament.rank_differs": _(
        "This member’s rank in the club is %(accepted)s, not %(value)s. Give a reason "
        "next to the rank, or leave the rank empty."
    ),
    "tournament.rank_differs_ask": _(
        "Your rank in the club is %(accepted)s. Ask an organiser if you should play as %(value)s."
    ),
    "tournament.nothing_paired": _("No rounds have been published yet."),
    "tournament.no_round_left": _("All rounds have been published, so entries are closed."),
    "tournament.schedule_has_begun": _(
        "The schedule of this round robin is complete and has no free place. To let "
        "one more player in, unpublish the rounds and pair round 1 again."
    ),
    "tournament.not_scheduled": _(
        "%(value)s do not meet in this round: the schedule of this round robin decides the pairs."
    ),
    "tournament.bye_by_schedule": _(
        "The schedule of this round robin decides who has the bye, so it cannot be "
        "given to %(value)s."
    ),
    "tournament.has_games": _(
        "%(value)s has already played in a round. Withdraw them instead; their games then stay."
    ),
    "tournament.seated_in_round": _(
        "%(value)s is paired in round %(round)s. Break up that table or give a win by "
        "forfeit, then try again."
    ),
    "tournament.use_withdraw": _(
        "Use “Withdraw” or “Bring back” for %(value)s: both keep the games."
    ),
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
    "tournament.absent": _(
        "%(value)s is marked as absent in this round. Mark them as present first."
    ),
    "tournament.is_away": _(
        "%(value)s is not here for this round: absent, withdrawn or not checked in yet."
    ),
    "tournament.has_a_table": _("%(value)s already has a table in this round. Break it up first."),
    "tournament.has_a_game": _(
        "%(value)s has a game in this round and cannot have the bye as well."
    ),
    "tournament.fixed_and_forbidden": _("%(value)s: this pair is forbidden. Allow it again first."),
    "tournament.fixed_together": _(
        "%(value)s were seated together by hand. Break up that table first."
    ),
    "tournament.no_pairing_left": _(
        "With these forbidden pairs not everyone can be paired. Allow one of them "
        "again, or give someone the bye."
    ),
    "tournament.other_bye": _(
        "The forbidden pairs leave no way to pair everyone with that bye. %(value)s could have it."
    ),
    "tournament.earlier_round_not_paired": _("Pair the earlier round first."),
    "tournament.earlier_round_not_published": _(
        "Round %(value)s cannot be paired before the previous round."
    ),
    "tournament.all_rounds_published": _(
        "All rounds are published. Close the event, or plan another round in its settings."
    ),
    "tournament.round_is_published": _(
        "Round %(value)s is published. Unpublish it first, or change single tables by hand."
    ),
    "tournament.not_paired": _("Round %(value)s is not paired yet: pair it first."),
    "tournament.no_bye_to_take": _(
        "%(value)s cannot join this round: nobody has a bye any more, or the round is over."
    ),
    "tournament.unseated": _(
        "Without a game: %(value)s. Pair them, give the bye, mark them as absent, or "
        "publish anyway."
    ),
    "tournament.round_not_published": _(
        "Round %(value)s is not published yet, so it has no results."
    ),
    "tournament.nothing_to_undo": _("There is nothing to undo yet."),
    "tournament.results_in_preview": _(
        "Round %(value)s has results. Clear them one by one before discarding the pairings."
    ),
    "tournament.nothing_to_restore": _("That step has no preview to restore."),
    "tournament.not_there_any_more": _(
        "%(value)s cannot be seated as before: absent or no longer on the list."
    ),
    "tournament.choose_tables": _("Choose at least one table."),
    "tournament.no_round_under_way": _("No round is under way, so no tables can be changed."),
    "tournament.table_is_gone": _("This table no longer exists: the round was paired again."),
    "tournament.table_taken": _("Table %(value)s is taken."),
    "tournament.seat_line": _(
        "One pair per line: White’s number, then Black’s, from the entry list. For "
        "example 12 7, or 5: 12 7 2 for table 5 and 2 stones."
    ),
    "tournament.no_such_number": _(
        "There is no player with number %(value)s. Check the list of entries."
    ),
    "tournament.seated_twice": _("%(value)s is in two of the lines. Remove one of them."),
    "tournament.has_a_result": _("Table %(value)s has a result. Clear it first."),
    # Results.
    "tournament.event_reopened": _(
        "This game belongs to %(value)s, which is open again. Set the result there; "
        "its games will count again once it is closed."
    ),
    "tournament.lost_by_sanction": _(
        "A sanction decided this game of %(value)s. It changes only if an appeal is upheld."
    ),
    "tournament.sanctioned_round": _(
        "A sanction was given in round %(value)s, so the round stays published."
    ),
    "tournament.event_game": _(
        "This game belongs to %(value)s, which sets its players and board. Reopen the "
        "tournament to change them."
    ),
    "tournament.event_no_result": _(
        "This game belongs to %(value)s, where every game has a result. Reopen the tournament to "
        "change it."
    ),
    "tournament.table_and_key": _(
        "Type the table number and one key: b Black won, w White won, = jigo, t draw "
        "because time was called, ? open; B and W by forfeit, x both lose. A margin "
        "comes between: 12 3.5b."
    ),
    "tournament.result_there": _(
        "Table %(table)s already has a result: %(value)s. To replace it, type %(typed)s."
    ),
    "tournament.no_such_table": _("There is no table %(value)s in this round."),
    "tournament.player_withdrew": _(
        "%(value)s withdrew before this game, so the opponent can only win by forfeit."
    ),
    "tournament.result_stands": _(
        "This game already has a result: %(value)s. If that is wrong, tell an organiser."
    ),
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
    "tournament.same_phone": _(
        "This phone has already answered for %(value)s. The other player must confirm "
        "on another phone, or an organiser must."
    ),
    "tournament.colours_changed": _(
        "The colours at table %(value)s have been swapped. Check them, then tap the winner again."
    ),
    "tournament.jigo_with_half_komi": _(
        "Table %(value)s has half a point of komi, so the scores cannot be equal: someone has "
        "won. If time was called, enter a draw because time was called (key t)."
    ),
    "tournament.time_loss": _(
        "Table %(value)s: a rated game is not lost on time here. Enter only who won."
    ),
    "tournament.jigo_without_margin": _("A jigo has no margin: leave the points empty."),
    # Closing.
    "tournament.preview_is_open": _(
        "Round %(value)s is still a preview. Publish or discard it before closing."
    ),
    "tournament.open_games": _(
        "Round %(round)s has open games: table %(value)s. Enter their results first."
    ),
    "tournament.rounds_left": _(
        "%(value)s of the planned rounds were not played. Play them, or choose “End early and "
        "close”."
    ),
    "tournament.nothing_played": _("No round has been played. Cancel the event instead."),
    # Tables of entries and results.
    "tournament.too_many_lines": _(
        "The table has %(value)s lines. A form accepts %(accepted)s. Send it in parts."
    ),
    "tournament.too_long": _("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "tournament.plan_is_old": _(
        "The table or the tournament has changed since you looked, or these lines are "
        "already saved. Nothing was saved this time. Check the lines again."
    ),
    "tournament.say_how": _("Answer the questions about this table first, such as for %(value)s."),
    "tournament.say_who": _(
        "Choose the right person in line %(value)s, or add the undecided players as guests."
    ),
    "tournament.member_twice": _(
        "%(value)s is chosen in two lines (%(lines)s). One of them must be someone else."
    ),
    "tournament.nothing_to_store": _("There is nothing new in this table, so nothing was saved."),
    "tournament.no_such_pair": _("%(value)s are not paired with each other in this round."),
    "tournament.no_such_bye": _("%(value)s does not have the bye in this round."),
    "tournament.colours_exchanged": _(
        "The colours are reversed here (%(value)s, Black first). Change the table on "
        "the desk, or correct the file."
    ),
    "tournament.file_is_gone": _("Nothing from this file is left to undo."),
    "tournament.file_has_games": _(
        "%(value)s has already played in a round. Withdraw them instead; their games then stay."
    ),
    "tournament.who_twice": _(
        "%(value)s is ticked for two players in the file. One of them must be someone else."
    ),
    "tournament.two_members": _("%(value)s can only be one member: tick one of them."),
    # Facts that contradict each other.
    "tournament.twice_in_a_round": _("The file pairs a player twice in one round: %(value)s."),
    "tournament.same_id": _("Two players have the number %(value)s."),
    "tournament.more_than_planned": _(
        "There are more rounds (%(value)s) than planned (%(accepted)s)."
    ),
    "tournament.default_without_result": _("A game won by forfeit needs a result: %(value)s."),
    "tournament.rematch": _("The same pair meets twice: %(value)s."),
    "tournament.points_do_not_sum": _("The two players’ points do not add up to 1: %(value)s."),
    # Files.
    "formats.too_many_elements": _("This file has too many parts to be a tournament."),
    "formats.unknown_format": FILE_UNREADABLE,
    "formats.not_opengotha": _("This XML file (“%(value)s”) is not an OpenGotha tournament."),
    "formats.not_pairgoth": _("This is not a Pairgoth tournament."),
    "formats.not_macmahon": _("This XML file is not a MacMahon tournament: %(value)s."),
    "formats.latin_name_needed": _(
        "%(value)s has no name in Latin letters, which this file needs. Add one to the entry."
    ),
    "formats.too_fast": _("The thinking time is too short for a European class: %(accepted)s."),
    "formats.unseen": _(
        "“%(value)s” has a character that cannot be seen. Remove it from the file."
    ),
    "formats.rounds": _("The lines of the file have different numbers of rounds: %(value)s."),
    "formats.same_number": _("The file uses a player’s number twice: %(value)s."),
    "formats.same_player": _("The file lists a player twice: %(value)s."),
    "formats.same_round": _("The file contains round %(value)s twice."),
    "formats.same_heading": _("The column “%(value)s” appears twice in the table."),
    "formats.professional": _(
        "“%(value)s” is a professional rank. Enter the amateur rank under which this person plays."
    ),
    "formats.broken_cell": _(
        "This cell holds an error, “%(value)s”. Correct it in the spreadsheet."
    ),
    "formats.formula": _("“%(value)s” is a formula without a value. Enter the value itself."),
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
    "formats.other_ending": _(
        "The result does not go with the ending “%(value)s”. Correct one of the two."
    ),
    "formats.same_line": _("%(value)s is already in line %(line)s."),
    "formats.several": _("Several players are called “%(value)s”. Enter the number instead."),
    "formats.other_number": _(
        "Number %(number)s is not “%(value)s”. Correct the name or the number."
    ),
    "formats.not_xml": _("The file is not well-formed XML. Look at line %(value)s."),
    "formats.doctype": _(
        "The file declares a document type or entities, which tournament files do not "
        "need. It was rejected for safety."
    ),
    "formats.same_key": _("The file lists a player twice: %(value)s."),
    "formats.same_table": _("Two games have the same table: %(value)s."),
    "formats.unwritable": _("The file cannot store these characters: %(value)s."),
    "formats.same_table_line": _("Table %(value)s is already in line %(line)s."),
    "formats.same_round_line": _("Line %(line)s already has this player in round %(value)s."),
    "formats.bad_line": GENERIC[Code.TYPE],
    "formats.one_sided": GENERIC[Code.INCONSISTENT],
    "formats.contradiction": GENERIC[Code.INCONSISTENT],
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
            "pair": game.pairing,
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
    return gettext("It has no single winner and is not a jigo.")


KINDS: Final = [
    NoticeKind(
        "event.paired",
        label=_("I am paired in a tournament"),
        text=_("%(event)s, round %(round)s: you play %(other)s at table %(table)s."),
        mail=Mail.NEVER,
    ),
    NoticeKind(
        "event.withdrawn",
        label=_("A player of my tournament left the club and was withdrawn"),
        text=_("%(name)s has left the club and was withdrawn from %(event)s."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "event.left",
        label=_("A player of my tournament left the club after its start"),
        text=_("%(name)s has left the club and is still entered in %(event)s. Withdraw them?"),
        mail=Mail.NOW,
    ),
]
