"""Refusals of events in the reader's words: what is wrong, and what to do."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REASONS: dict[str, str | Promise] = {
    # Two people at once.
    "changed_meanwhile": _(
        "%(who)s changed this event meanwhile (%(what)s). Nothing of yours was saved: look at it "
        "as it is now, and do it again if it still fits."
    ),
    "result_changed_meanwhile": _(
        "%(who)s set another result at table %(table)s meanwhile: %(result)s. Look at it, and set "
        "yours again if it is the right one."
    ),
    # The event.
    "event_closed": _("%(value)s is closed. Reopen it first; its games then leave the histories."),
    "event_cancelled": _("%(value)s was called off. Reopen it first."),
    "event_not_running": _("%(value)s is not at that stage."),
    "ends_before_begin": _("The last day, %(value)s, lies before the first."),
    "rounds_already_paired": _(
        "More than %(value)s rounds are paired already. Take them back first, or keep the number."
    ),
    "system_is_fixed": _("A round is paired by the system “%(value)s” already: it stays."),
    "below_zero_rank": _("The bar lies below the rank that starts at zero."),
    "unknown_criterion": _("“%(value)s” is no criterion. Known: %(accepted)s."),
    "listed_twice": _("“%(value)s” is listed twice among the criteria."),
    "order": _("List the limits of the categories from the strongest down."),
    # Registration.
    "entered_already": _("%(value)s is entered already."),
    "name_entered_already": _(
        "%(value)s is entered already. If this is another person of that name, say so below."
    ),
    "no_member": _("%(value)s is no member at present: enter the person as a guest."),
    "no_standing": _("This member holds no rank here yet: say under which rank to play."),
    "rank_differs": _(
        "The club knows this member as %(accepted)s, not %(value)s. Give a reason beside the "
        "rank, or leave the rank empty."
    ),
    "rank_differs_ask": _(
        "The club knows you as %(accepted)s. Ask an organiser if you should play as %(value)s."
    ),
    "no_round_left": _("Every round is published: nobody can enter any more."),
    "schedule_has_begun": _(
        "In a round robin everybody has to be entered before the first round is published."
    ),
    "has_games": _("%(value)s sat in a round already: withdraw instead, the games then stay."),
    "seated_in_round": _(
        "%(value)s has a place in round %(round)s. Break that table up, or give a win by default, "
        "and try again."
    ),
    "use_withdraw": _("Use “withdraw” or “bring back” for %(value)s: both keep the games."),
    # Pairing.
    "nobody_present": _(
        "Nobody is there to be paired: mark at least two players as here, and not as absent."
    ),
    "odd_field": _(
        "%(value)s players cannot all have a game. Allow a bye, or mark one of them as absent."
    ),
    "even_field": _(
        "A bye is chosen for %(value)s, but the others then are an odd number. Choose nobody for "
        "the bye, or mark somebody as absent."
    ),
    "absent": _("%(value)s is marked as absent in this round. Bring the player in first."),
    "is_away": _("%(value)s is not here for this round: absent, withdrawn or only announced."),
    "has_a_table": _("%(value)s has a table in this round already: break it up first."),
    "has_a_game": _("%(value)s has a game in this round and cannot have the bye as well."),
    "fixed_and_forbidden": _("%(value)s: this pair is forbidden. Allow it again first."),
    "fixed_together": _("%(value)s sit together by hand. Break that table up first."),
    "no_pairing_left": _(
        "The forbidden pairs leave no way to pair everybody. Allow one of them again, or give "
        "somebody the bye."
    ),
    "earlier_round_not_paired": _("Pair the earlier round first."),
    "earlier_round_not_published": _("Round %(value)s cannot be paired before the one before it."),
    "all_rounds_published": _(
        "All rounds are published. Close the event, or plan another round in its settings."
    ),
    "round_is_published": _(
        "Round %(value)s is published. Take it back from the players first, or change single "
        "tables by hand."
    ),
    "not_paired": _("Round %(value)s is not paired yet: pair it first."),
    "unseated": _(
        "Without a game: %(value)s. Pair them, give the bye, mark them as absent, or publish all "
        "the same."
    ),
    "round_not_published": _("Round %(value)s is not published yet, so it has no results."),
    "nothing_to_undo": _("There is nothing to take back yet."),
    "results_in_preview": _(
        "Round %(value)s holds results. Take them back one by one before the tables go."
    ),
    "nothing_to_restore": _("That step kept no preview to bring back."),
    "not_there_any_more": _("%(value)s cannot be seated as before: absent or off the list."),
    "choose_tables": _("Choose at least one table."),
    "no_round_under_way": _("No round is under way in which tables could be changed."),
    "table_is_gone": _("This table is no longer there: the round was paired anew."),
    "table_taken": _("Table %(value)s is taken."),
    "seat_line": _(
        "One pair a line: White’s and Black’s number in the list of entries, for example 12 7, or "
        "5: 12 7 2 for table 5 and 2 stones."
    ),
    "no_such_number": _("Nobody has the number %(value)s: look at the list of entries."),
    "seated_twice": _("%(value)s is in two of the lines: take one of them out."),
    "has_a_result": _("Table %(value)s has a result: take it back first."),
    # Results.
    "event_reopened": _(
        "This game belongs to %(value)s, which is open again: set the result there; its games "
        "count anew once it is closed."
    ),
    "event_game": _(
        "This game belongs to %(value)s: its players and its board are those of its table there. "
        "Reopen the tournament to change them."
    ),
    "table_and_key": _(
        "Type the number of the table and one key: b Black won, w White won, = jigo, ? open; B and "
        "W by default, x both lose."
    ),
    "result_there": _(
        "Table %(table)s has a result already: %(value)s. To replace it, type %(typed)s."
    ),
    "no_such_table": _("There is no table %(value)s in this round."),
    "player_withdrew": _(
        "%(value)s withdrew before this game: only a win by default for the opponent fits."
    ),
    "result_stands": _(
        "This game has a result already: %(value)s. If that is wrong, tell an organiser."
    ),
    "link_expired": _("This link is too old. Ask an organiser to enter the result."),
    "link_not_ours": _("This link is not one of ours, or a part of it is missing."),
    "link_round_over": _("This round is over. Ask an organiser to correct the result."),
    "colours_changed": _(
        "The colours at table %(value)s were exchanged meanwhile: look again, then press."
    ),
    "jigo_without_margin": _("A jigo has no margin: leave the points empty."),
    "who_are_you": _("Say first which of the two players you are."),
    # Closing.
    "preview_is_open": _(
        "Round %(value)s is still a preview: publish it, or drop it, before closing."
    ),
    "open_games": _("Round %(round)s has open games: table %(value)s. Enter their results first."),
    "rounds_left": _(
        "%(value)s of the planned rounds were not played. Say that the event ends early, or play "
        "them."
    ),
    "nothing_played": _("No round was played: call the event off instead."),
    # Files.
    "size": _("The file is too large. Accepted: %(accepted)s."),
    "unknown_format": _("This is no tournament file that can be read here: %(accepted)s."),
    "not_opengotha": _("This XML file (“%(value)s”) is not an OpenGotha tournament."),
    "not_macmahon": _("This XML file is not a MacMahon tournament: %(value)s."),
    "not_text": _("This is no text file. Accepted: %(accepted)s."),
    "not_csv": _("This is no CSV table that can be read here (line %(value)s)."),
    "latin_name_needed": _(
        "%(value)s has no name in Latin letters, which this file needs: add one to the entry."
    ),
    "too_fast": _("The thinking time is too short for a European class: %(accepted)s."),
    "rounds": _("The lines of the file have different numbers of rounds: %(value)s."),
    "same_number": _("The file uses a player’s number twice: %(value)s."),
    "same_player": _("The file names a player twice: %(value)s."),
    "same_round": _("The file has round %(value)s twice."),
    "same_heading": _("The table has the column “%(value)s” twice."),
    "too_many_lines": _(
        "The table has %(value)s lines. A form takes %(accepted)s: send it in parts."
    ),
    "too_long": _("%(value)s characters are too many here. Accepted: %(accepted)s."),
    "upload_size": _("The file has %(value)s bytes. Accepted: %(accepted)s."),
    "plan_is_old": _(
        "The table or the tournament changed since you looked, or this was stored already. "
        "Nothing was stored now: look at the lines again."
    ),
    "say_who": _("Say who this is in line %(value)s, or let the undecided come in as guests."),
    "member_twice": _(
        "%(value)s is chosen in two lines (%(lines)s). One of them is somebody else."
    ),
    "nothing_to_store": _("Nothing in this table is new: nothing was stored."),
    "no_such_pair": _("%(value)s do not play each other in this round."),
    "no_such_bye": _("%(value)s does not have the bye in this round."),
    "colours_exchanged": _(
        "The colours are the other way round here (%(value)s, Black first). Change the table at "
        "the desk, or the file."
    ),
    "file_is_gone": _("Of this file nothing is left that could be taken back."),
    "file_has_games": _("%(value)s sat in a round already: withdraw instead, the games then stay."),
    "same_line": _("This is in the table twice: %(value)s."),
    "who_twice": _(
        "%(value)s is ticked for two players of the file. One of them is somebody else."
    ),
    "two_members": _("%(value)s can be one member only: tick one of them."),
    "missing_heading": _(
        "The first line names the columns, and “%(value)s” is not among them. Known: %(accepted)s."
    ),
    "several": _("Several players are called “%(value)s”: give the number."),
    "not_xml": _("The file is not well-formed XML: %(value)s."),
    "doctype": _(
        "The file declares a document type or entities, which tournament files do not need: "
        "refused for safety."
    ),
    "twice_in_a_round": _("The file pairs a player twice in one round: %(value)s."),
    "two_byes": _("The file gives two byes in one round: %(value)s."),
    "same_key": _("The file names a player twice: %(value)s."),
    "same_id": _("Two players have the number %(value)s."),
    "more_than_planned": _("There are more rounds (%(value)s) than planned (%(accepted)s)."),
    "default_without_result": _("A game by default needs a result: %(value)s."),
    "same_table": _("Two games have the same table: %(value)s."),
    "unwritable": _("This text has characters that the file cannot hold: %(value)s."),
    "rematch": _("A pair meets twice: %(value)s."),
    "points_do_not_sum": _("The two sides' points do not sum to one: %(value)s."),
}
