"""Refusals of events in the reader's words: what is wrong, and what to do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.files import UNREADABLE
from goclub.common.refusals.generic import GENERIC
from goclub.common.refusals.registry import Refusals
from ratings.errors import Code

REFUSALS: Refusals = {
    "tournament.toss_with_stones": _(
        "With handicap stones the colours are not free: take the stones off first."
    ),
    "tournament.ends_unknown": _(
        "A season closes on this day, and it matters when a game ended. Please say it on the page "
        "of the results for round %(value)s."
    ),
    # A report that is offered to a table.
    "tournament.players_say": _(
        "Only the two players say their result here. An organiser sets it on the event's desk."
    ),
    "tournament.said_at_table": _(
        "At a table of %(value)s one player wins or it is a draw; the organiser says who did not "
        "come."
    ),
    "tournament.other_conditions": _(
        "%(value)s has other conditions for this table: board, stones or komi."
    ),
    # Two people at once.
    "tournament.changed_meanwhile": _(
        "%(who)s changed this event meanwhile (%(what)s). Nothing of yours was saved: look at it "
        "as it is now, and do it again if it still fits."
    ),
    "tournament.result_changed_meanwhile": _(
        "%(who)s set another result at table %(table)s meanwhile: %(result)s. Look at it, and set "
        "yours again if it is the right one."
    ),
    # The event.
    "tournament.event_closed": _(
        "%(value)s is closed. Reopen it first; its games then leave the histories."
    ),
    "tournament.event_cancelled": _("%(value)s was called off. Reopen it first."),
    "tournament.event_not_running": _("%(value)s is not at that stage."),
    "tournament.ends_before_begin": _("The last day, %(value)s, lies before the first."),
    "tournament.no_time": _("“%(value)s” is no time of day. Write times like 10:00 13:30."),
    "tournament.more_times_than_rounds": _(
        "More times (%(value)s) than rounds (%(accepted)s): leave some out, or plan more rounds."
    ),
    "tournament.more_days_than_the_event": _(
        "These times take %(value)s days, the tournament lasts %(accepted)s: a time that is not "
        "later than the one before is on the next day."
    ),
    "tournament.rounds_already_paired": ngettext_lazy(
        "More than %(value)s round is paired already. Take it back first, or keep the number.",
        "More than %(value)s rounds are paired already. Take them back first, or keep the number.",
        "value",
    ),
    "tournament.not_empty": _(
        "“%(value)s” has entries, rounds or a league: it can be called off, but not deleted."
    ),
    "tournament.built_on_import": _(
        "The import of “%(value)s” cannot be taken back: something was built on it since "
        "(%(since)s). It can be called off."
    ),
    "tournament.tick_two": _("Tick the names of two players who are to exchange their places."),
    "tournament.sit_together": _(
        "They sit at one table: %(value)s. “Change” beside it exchanges their colours."
    ),
    "tournament.not_seated": _("%(value)s has no place in this round that could be exchanged."),
    "tournament.system_is_fixed": _(
        "A round is paired by the system “%(value)s” already: it stays."
    ),
    "tournament.below_zero_rank": _("The bar lies below the rank that starts at zero."),
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
    "tournament.unknown_criterion": _("“%(value)s” is no criterion. Known: %(accepted)s."),
    "tournament.listed_twice": _("“%(value)s” is listed twice among the criteria."),
    "tournament.order": _("List the limits of the categories from the strongest down."),
    # Registration.
    "tournament.entered_already": _("%(value)s is entered already."),
    "tournament.name_entered_already": _(
        "%(value)s is entered already. If this is another person of that name, say so below."
    ),
    "tournament.no_member": _("%(value)s is no member at present: enter the person as a guest."),
    "tournament.no_standing": _(
        "This member holds no rank here yet: say under which rank to play."
    ),
    "tournament.rank_differs": _(
        "The club knows this member as %(accepted)s, not %(value)s. Give a reason beside the "
        "rank, or leave the rank empty."
    ),
    "tournament.rank_differs_ask": _(
        "The club knows you as %(accepted)s. Ask an organiser if you should play as %(value)s."
    ),
    "tournament.no_round_left": _("Every round is published: nobody can enter any more."),
    "tournament.schedule_has_begun": _(
        "The table of this round robin is drawn and has no free place. To let one more player in, "
        "take the rounds back and pair round 1 again."
    ),
    "tournament.not_scheduled": _(
        "%(value)s do not meet in this round: the table of this round robin says who plays whom."
    ),
    "tournament.bye_by_schedule": _(
        "The table of this round robin says who has the bye, so it cannot be given to %(value)s."
    ),
    "tournament.has_games": _(
        "%(value)s sat in a round already: withdraw instead, the games then stay."
    ),
    "tournament.seated_in_round": _(
        "%(value)s has a place in round %(round)s. Break that table up, or give a win by default, "
        "and try again."
    ),
    "tournament.use_withdraw": _(
        "Use “withdraw” or “bring back” for %(value)s: both keep the games."
    ),
    # Pairing.
    "tournament.nobody_present": _(
        "Nobody is there to be paired: mark at least two players as here, and not as absent."
    ),
    "tournament.odd_field": ngettext_lazy(
        "%(value)s player cannot have a game. Allow a bye, or bring in somebody else.",
        "%(value)s players cannot all have a game. Allow a bye, or mark one of them as absent.",
        "value",
    ),
    "tournament.even_field": _(
        "A bye is chosen for %(value)s, but the others then are an odd number. Choose nobody for "
        "the bye, or mark somebody as absent."
    ),
    "tournament.absent": _(
        "%(value)s is marked as absent in this round. Bring the player in first."
    ),
    "tournament.is_away": _(
        "%(value)s is not here for this round: absent, withdrawn or only announced."
    ),
    "tournament.has_a_table": _("%(value)s has a table in this round already: break it up first."),
    "tournament.has_a_game": _(
        "%(value)s has a game in this round and cannot have the bye as well."
    ),
    "tournament.fixed_and_forbidden": _("%(value)s: this pair is forbidden. Allow it again first."),
    "tournament.fixed_together": _("%(value)s sit together by hand. Break that table up first."),
    "tournament.no_pairing_left": _(
        "The forbidden pairs leave no way to pair everybody. Allow one of them again, or give "
        "somebody the bye."
    ),
    "tournament.other_bye": _(
        "The forbidden pairs leave no way to pair everybody with that bye. %(value)s could have it."
    ),
    "tournament.earlier_round_not_paired": _("Pair the earlier round first."),
    "tournament.earlier_round_not_published": _(
        "Round %(value)s cannot be paired before the one before it."
    ),
    "tournament.all_rounds_published": _(
        "All rounds are published. Close the event, or plan another round in its settings."
    ),
    "tournament.round_is_published": _(
        "Round %(value)s is published. Take it back from the players first, or change single "
        "tables by hand."
    ),
    "tournament.not_paired": _("Round %(value)s is not paired yet: pair it first."),
    "tournament.no_bye_to_take": _(
        "%(value)s cannot sit down in this round: nobody has the bye any more, or the round is "
        "over."
    ),
    "tournament.unseated": _(
        "Without a game: %(value)s. Pair them, give the bye, mark them as absent, or publish all "
        "the same."
    ),
    "tournament.round_not_published": _(
        "Round %(value)s is not published yet, so it has no results."
    ),
    "tournament.nothing_to_undo": _("There is nothing to take back yet."),
    "tournament.results_in_preview": _(
        "Round %(value)s holds results. Take them back one by one before the tables go."
    ),
    "tournament.nothing_to_restore": _("That step kept no preview to bring back."),
    "tournament.not_there_any_more": _(
        "%(value)s cannot be seated as before: absent or off the list."
    ),
    "tournament.choose_tables": _("Choose at least one table."),
    "tournament.no_round_under_way": _("No round is under way in which tables could be changed."),
    "tournament.table_is_gone": _("This table is no longer there: the round was paired anew."),
    "tournament.table_taken": _("Table %(value)s is taken."),
    "tournament.seat_line": _(
        "One pair a line: White’s and Black’s number in the list of entries, for example 12 7, or "
        "5: 12 7 2 for table 5 and 2 stones."
    ),
    "tournament.no_such_number": _("Nobody has the number %(value)s: look at the list of entries."),
    "tournament.seated_twice": _("%(value)s is in two of the lines: take one of them out."),
    "tournament.has_a_result": _("Table %(value)s has a result: take it back first."),
    # Results.
    "tournament.event_reopened": _(
        "This game belongs to %(value)s, which is open again: set the result there; its games "
        "count anew once it is closed."
    ),
    "tournament.lost_by_sanction": _(
        "A sanction decided this game of %(value)s: it changes where an appeal is upheld."
    ),
    "tournament.sanctioned_round": _(
        "A sanction was given in round %(value)s: the round stays published."
    ),
    "tournament.event_game": _(
        "This game belongs to %(value)s: its players and its board are those of its table there. "
        "Reopen the tournament to change them."
    ),
    "tournament.event_no_result": _(
        "This game belongs to %(value)s, where every game has a result. Reopen the tournament to "
        "change it."
    ),
    "tournament.table_and_key": _(
        "Type the number of the table and one key: b Black won, w White won, = jigo, t draw "
        "because time was called, ? open; B and W by default, x both lose. A margin comes between: "
        "12 3.5b."
    ),
    "tournament.result_there": _(
        "Table %(table)s has a result already: %(value)s. To replace it, type %(typed)s."
    ),
    "tournament.no_such_table": _("There is no table %(value)s in this round."),
    "tournament.player_withdrew": _(
        "%(value)s withdrew before this game: only a win by default for the opponent fits."
    ),
    "tournament.result_stands": _(
        "This game has a result already: %(value)s. If that is wrong, tell an organiser."
    ),
    "tournament.link_expired": _(
        "Write the result on the slip and hand it to an organiser, or ask for a new code."
    ),
    "tournament.link_not_ours": _(
        "A part of the address may be missing: scan the code on the slip once more."
    ),
    "tournament.link_round_over": _(
        "The next round is paired, so nothing can be entered here. If the result is wrong, tell an "
        "organiser: he can still correct it."
    ),
    "tournament.same_phone": _(
        "This phone has spoken for %(value)s. The other player confirms on another phone, or an "
        "organiser does."
    ),
    "tournament.colours_changed": _(
        "The colours at table %(value)s were exchanged meanwhile: look again, then press."
    ),
    "tournament.jigo_with_half_komi": _(
        "Table %(value)s has half a point of komi, so the scores cannot be equal: somebody has "
        "won. If time was called, enter a draw because time was called (key t)."
    ),
    "tournament.jigo_without_margin": _("A jigo has no margin: leave the points empty."),
    # Closing.
    "tournament.preview_is_open": _(
        "Round %(value)s is still a preview: publish it, or drop it, before closing."
    ),
    "tournament.open_games": _(
        "Round %(round)s has open games: table %(value)s. Enter their results first."
    ),
    "tournament.rounds_left": _(
        "%(value)s of the planned rounds were not played. Say that the event ends early, or play "
        "them."
    ),
    "tournament.nothing_played": _("No round was played: call the event off instead."),
    # Tables of entries and results.
    "tournament.too_many_lines": _(
        "The table has %(value)s lines. A form takes %(accepted)s: send it in parts."
    ),
    "tournament.too_long": _("%(value)s characters are too many here. Accepted: %(accepted)s."),
    "tournament.plan_is_old": _(
        "The table or the tournament changed since you looked, or this was stored already. "
        "Nothing was stored now: look at the lines again."
    ),
    "tournament.say_how": _("Answer the questions about this table first, such as for %(value)s."),
    "tournament.say_who": _(
        "Say who this is in line %(value)s, or let the undecided come in as guests."
    ),
    "tournament.member_twice": _(
        "%(value)s is chosen in two lines (%(lines)s). One of them is somebody else."
    ),
    "tournament.nothing_to_store": _("Nothing in this table is new: nothing was stored."),
    "tournament.no_such_pair": _("%(value)s do not play each other in this round."),
    "tournament.no_such_bye": _("%(value)s does not have the bye in this round."),
    "tournament.colours_exchanged": _(
        "The colours are the other way round here (%(value)s, Black first). Change the table at "
        "the desk, or the file."
    ),
    "tournament.file_is_gone": _("Of this file nothing is left that could be taken back."),
    "tournament.file_has_games": _(
        "%(value)s sat in a round already: withdraw instead, the games then stay."
    ),
    "tournament.who_twice": _(
        "%(value)s is ticked for two players of the file. One of them is somebody else."
    ),
    "tournament.two_members": _("%(value)s can be one member only: tick one of them."),
    # Facts that contradict each other.
    "tournament.twice_in_a_round": _("The file pairs a player twice in one round: %(value)s."),
    "tournament.same_id": _("Two players have the number %(value)s."),
    "tournament.more_than_planned": _(
        "There are more rounds (%(value)s) than planned (%(accepted)s)."
    ),
    "tournament.default_without_result": _("A game by default needs a result: %(value)s."),
    "tournament.rematch": _("A pair meets twice: %(value)s."),
    "tournament.points_do_not_sum": _("The two sides' points do not sum to one: %(value)s."),
    # Files.
    "formats.too_many_elements": _("This file has more parts than any tournament."),
    "formats.unknown_format": UNREADABLE,
    "formats.not_opengotha": _("This XML file (“%(value)s”) is not an OpenGotha tournament."),
    "formats.not_pairgoth": _("This is not a Pairgoth tournament."),
    "formats.not_macmahon": _("This XML file is not a MacMahon tournament: %(value)s."),
    "formats.latin_name_needed": _(
        "%(value)s has no name in Latin letters, which this file needs: add one to the entry."
    ),
    "formats.too_fast": _("The thinking time is too short for a European class: %(accepted)s."),
    "formats.rounds": _("The lines of the file have different numbers of rounds: %(value)s."),
    "formats.same_number": _("The file uses a player’s number twice: %(value)s."),
    "formats.same_player": _("The file names a player twice: %(value)s."),
    "formats.same_round": _("The file has round %(value)s twice."),
    "formats.same_heading": _("The table has the column “%(value)s” twice."),
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
        "“%(value)s” is no ending. Enter points, resign, time, left, forfeit, penalty or called."
    ),
    "formats.other_ending": _(
        "The result does not go with the ending “%(value)s”. Correct one of the two."
    ),
    "formats.same_line": _("%(value)s stands in line %(line)s already."),
    "formats.several": _("Several players are called “%(value)s”: give the number."),
    "formats.not_xml": _("The file is not well-formed XML: %(value)s."),
    "formats.doctype": _(
        "The file declares a document type or entities, which tournament files do not need: "
        "refused for safety."
    ),
    "formats.same_key": _("The file names a player twice: %(value)s."),
    "formats.same_table": _("Two games have the same table: %(value)s."),
    "formats.unwritable": _("This text has characters that the file cannot hold: %(value)s."),
    "formats.same_table_line": _("Table %(value)s stands in line %(line)s already."),
    "formats.same_round_line": _("Line %(line)s has this player in round %(value)s already."),
    "formats.bad_line": GENERIC[Code.TYPE],
    "formats.one_sided": GENERIC[Code.INCONSISTENT],
    "formats.contradiction": GENERIC[Code.INCONSISTENT],
}
