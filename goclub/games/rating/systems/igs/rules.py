"""The rules of IGS that explanations cite, said in a sentence each (S0)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusals
from goclub.common.refusals.texts import GENERIC
from goclub.common.rules import RuleText, house_rule_text
from ratings.errors import Code

TEXTS = (
    RuleText(
        "S0-1",
        _("Ranks go in half steps from 17k to 8d+, followed by 9d and 10d. Below 17k is BC."),
        ours=_("The table of borders shows that there is no 9d+ and no 10d+."),
        published="10d - - 62700 · 9d 63700 - 59900 · 17k 5500 5250 4900 · BC ชนะ 5 กระดาน",
        lang="th",
    ),
    RuleText("S0-2", _("A rank is a number: kyu n is 1 − n, dan n is n, a plus adds one half.")),
    RuleText("S0-3", _("A provisional rank has a question mark and is always a whole rank.")),
    RuleText("S0-5", _("Professionals have no points, and their games are never rated.")),
    RuleText("S0-6", _("Only games on 19×19 are rated.")),
    RuleText("S0-7", _("A rated game has exactly two human players.")),
    RuleText("S0-8", _("A game with a professional is not rated.")),
    RuleText(
        "S0-9",
        _(
            "A game against a player in BC or with a provisional rank is not rated for the "
            "other player."
        ),
    ),
    RuleText(
        "S0-10",
        _("A net difference of 3½ ranks or more is not rated."),
        ours=_(
            "The page says “more than three ranks” of the players’ skill. We read it as what is "
            "left after handicap and komi, cut to a half rank: more than 3 is then 3½ or more."
        ),
        published="การแข่งขันกับผู้เล่นที่ทักษะการเล่นโกะต่างกันเกิน3ระดับ",
        lang="th",
    ),
    RuleText("S0-11", _("Games against a computer and games declared unrated are not rated.")),
    RuleText("S0-12", _("Pair go games are unrated.")),
    RuleText("S0-13", _("A no-show is not a rated game.")),
    RuleText(
        "S0-14",
        _(
            "The standard handicap. No difference: even · komi 6½. Up to one rank: no "
            "handicap. Beyond that, as many stones as ranks, half ranks rounded up. Whole "
            "ranks: reverse komi 5½. Half ranks: komi ½. There is none beyond nine ranks."
        ),
    ),
    RuleText(
        "S0-15",
        _(
            "Stones and komi are worth (stones − 1) + (6½ − komi) ÷ 12 ranks. The rank "
            "difference minus that is the net difference."
        ),
    ),
    RuleText(
        "S0-16",
        _("In an even game the net difference is the difference in rank, whoever is Black."),
    ),
    house_rule_text(
        "S0-17",
        _("The net difference is rounded towards zero to a half rank before the table is read."),
        published="ใช้วิธีการปัดเลื่อนคะแนนเพิ่มและลดตามตารางก่อนหน้า",
        lang="th",
    ),
    RuleText("S0-18", _("If Black is over-compensated, Black counts as the stronger side.")),
    RuleText(
        "S0-19",
        _(
            "Points of a game, stronger wins / weaker wins: 100/100, 92/108, 84/116, "
            "78/122, 72/128, 68/132, 64/136 for a net of 0 to 3 in halves."
        ),
    ),
    RuleText(
        "S0-20",
        _(
            "Points are multiplied by 1.5 for a player’s rated games 21 to 50, by 1.2 up "
            "to game 100, then by 1. Each player has their own count."
        ),
        ours=_(
            "The first twenty are “computed specially”; nothing more is published. They "
            "count 1.7 times unless the club sets another number."
        ),
        published="ตารางคะแนน จำนวนกระดาน 0-20 … คะแนน คำนวนแบบพิเศษ",
        lang="th",
    ),
    house_rule_text("S0-21", _("Rounded to the nearest whole number, halves away from zero.")),
    house_rule_text("S0-23", _("A jigo changes nothing and is not a rated game.")),
    RuleText(
        "S0-24",
        _(
            "A no-show gives one player 50 points and takes 50 from the other. It means no "
            "greeting, or no first stone, within a minute. The record distinguishes the two; "
            "resigning or leaving within that minute counts as no first stone."
        ),
        ours=_("They are multiplied only if a house rule says so. The game is not rated."),
        published="ผู้ชนะจะได้คะแนนเพิ่ม 50 คะแนน และผู้แพ้จะเสีย 50 คะแนน",
        lang="th",
    ),
    RuleText(
        "S0-25",
        _(
            "A player with a certified rank who beats a newcomer or someone in BC gets 50 "
            "points; losing costs nothing. There are no 50 points if both of the winner’s "
            "previous games were unrated. The opponent’s own points do not change: in BC "
            "five wins are counted, and a newcomer has their twenty games."
        ),
        ours=_(
            "The 50 points are multiplied only if a house rule says so. A player with "
            "fewer than two earlier games also gets them."
        ),
        published="50 คะแนนเพิ่มเฉพาะกรณีที่เป็นฝ่ายชนะและไม่ถูกลดคะแนนแม้ว่าจะเป็นฝ่ายแพ้ "
        "ทว่าหาก 2 กระดานที่เล่นก่อนหน้านั้นไม่ได้เป็นการเล่นเพื่อจัดลำดับ (Rating) "
        "ผู้เล่นก็จะไม่ได้รับ 50 คะแนนเพิ่ม",
        lang="th",
    ),
    RuleText(
        "S0-26",
        _(
            "Each rank has a promotion limit and a demotion limit; in between, the rank is "
            "kept. Eight of these numbers are published, the others are reconstructed."
        ),
        ours=_(
            "The heading says “least points”, a footnote “more than”. Reaching the number "
            "is enough, unless a house rule asks for more."
        ),
        published="คะแนนขั้นต่ำในการเลื่อนดั้งหรือคิว … หากมีคะแนนมากกว่า "
        "“คะแนนขั้นต่ำในการเลื่อนดั้งหรือคิว” ก็จะได้รับการเลื่อนดั้งหรือคิว",
        lang="th",
    ),
    RuleText(
        "S0-26b", _("Below 17k is BC. The fifth win takes you back to 17k with 5,250 points.")
    ),
    house_rule_text("S0-26c", _("Players who drop to BC lose their points.")),
    RuleText(
        "S0-27",
        _(
            "A newcomer picks a rank; their first twenty games against certified players "
            "certify it."
        ),
    ),
    RuleText(
        "S0-28",
        _(
            "The provisional rank is checked after 5, 10, 15 and 20 games; until then the "
            "player may change it."
        ),
    ),
    house_rule_text(
        "S0-29",
        _(
            "After every five games, the results minus the expected results, truncated to a "
            "whole number, change the rank. A remainder of one half at the end adds a plus."
        ),
        published="ผลการเล่นและระดับฝีมือดั้งหรือคิวและอัตราการวางหมากต่อของคู่แข่ง",
        lang="th",
    ),
    RuleText(
        "S0-30", _("Players with fewer than five wins in the twenty games go to BC."), "confirmed"
    ),
    house_rule_text("H-office", _("An admin may set a rank, with their name and a reason.")),
)


REFUSALS: Refusals = {
    "igs.bc_by_wins": _("Players leave BC with five wins, not with points: the row says “5 wins”."),
    "igs.missing_number": _("This rank’s row is missing a number."),
    "igs.missing_rank": _("A rank is missing: every rank from 17k to 10d needs a row."),
    "igs.rank_twice": _("This rank has two rows. Keep one."),
    "igs.too_many_columns": _("A row has more cells than the header. Check its commas."),
    "igs.too_many_ranks": _("The table has ranks outside the scale of 17k to 10d."),
    "igs.top_rank_promotes": _(
        "There is no rank above 10d. Leave its promotion limit empty, not %(value)s."
    ),
    "igs.demote_not_below_promote": _(
        "The demotion limit of %(value)s is too high: it must be below the promotion "
        "limit. Accepted: %(accepted)s."
    ),
    "igs.entry_outside": _(
        "Entry points of %(value)s are not between the rank’s two borders. Accepted: %(accepted)s."
    ),
    "igs.not_increasing": _(
        "The numbers must increase from rank to rank, but %(value)s does not. "
        "Accepted: %(accepted)s."
    ),
    "igs.no_border": _(
        "%(value)s overlaps the rank below: a player who falls from here must land "
        "below the points needed to rise from there. Accepted: %(accepted)s."
    ),
    "igs.no_standard_handicap": _(
        "There are no standard conditions for a difference of %(value)s ranks. "
        "Accepted: %(accepted)s."
    ),
    "igs.no_level": _("Players in BC and professionals have no rank to compare."),
    "igs.not_an_integer": _("%(value)s is not a whole number."),
    "igs.not_at_rank": ngettext_lazy(
        "%(value)s point does not belong to this rank. Accepted: %(accepted)s.",
        "%(value)s points do not belong to this rank. Accepted: %(accepted)s.",
        "value",
    ),
    "igs.unknown_rank": _("%(value)s does not fit here. Accepted: %(accepted)s."),
    "igs.not_started": GENERIC[Code.STATE],
    "igs.already_certified": GENERIC[Code.STATE],
    "igs.not_provisional": GENERIC[Code.STATE],
    "igs.provisional_has_no_points": _(
        "A rank with a question mark has no points. Leave the points empty."
    ),
    "igs.bc_has_no_points": _("Players in BC have no points. Leave the points empty."),
    "igs.pro_has_no_points": _("Professionals have no points. Leave the points empty."),
    "igs.published_cell": _(
        "This number is published: %(accepted)s. Keep it, or allow changes of published numbers."
    ),
    "igs.whole_rank_needed": GENERIC[Code.RANK],
    "igs.not_for_newcomers": GENERIC[Code.RANK],
}
