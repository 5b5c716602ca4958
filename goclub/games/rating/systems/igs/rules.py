"""The rules of IGS that explanations cite, said in a sentence each (S0)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText, house_rule_text

TEXTS = (
    RuleText(
        "S0-1",
        _("Ranks go by half steps from 17k to 8d+, then come 9d and 10d; below 17k is BC."),
        ours=_("That there is no 9d+ and no 10d+ is read off the table of borders."),
        published="10d - - 62700 · 9d 63700 - 59900 · 17k 5500 5250 4900 · BC ชนะ 5 กระดาน",
        lang="th",
    ),
    RuleText("S0-2", _("A rank is a number: kyu n is 1 − n, dan n is n, a plus adds one half.")),
    RuleText("S0-3", _("A provisional rank has a question mark and is always a whole rank.")),
    RuleText("S0-5", _("Professionals hold no points; their games are never rated.")),
    RuleText("S0-6", _("Only games on 19×19 are rated.")),
    RuleText("S0-7", _("A rated game has exactly two human players.")),
    RuleText("S0-8", _("A game with a professional is not rated.")),
    RuleText("S0-9", _("A game against BC or a provisional rank is not rated for the other.")),
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
    RuleText("S0-11", _("Games with a computer, or off record, are not rated.")),
    RuleText("S0-12", _("Pair go is not rated.")),
    RuleText("S0-13", _("A no-show is not a rated game.")),
    RuleText(
        "S0-14",
        _(
            "The standard handicap. No difference: even · komi 6½. Up to one rank: no stones. "
            "Then as many stones as ranks, half ranks rounded up. On whole ranks the "
            "stronger gives 5½, on half ranks the weaker gives ½. Beyond nine ranks there is none."
        ),
    ),
    RuleText(
        "S0-15",
        _(
            "What stones and komi are worth: (stones − 1) + (6½ − komi) ÷ 12 ranks. "
            "The rank difference less that is the net difference."
        ),
    ),
    RuleText("S0-16", _("An even game nets the difference of rank, whoever is Black.")),
    house_rule_text(
        "S0-17",
        _("The net difference is cut toward zero to a half rank before the table is read."),
        published="ใช้วิธีการปัดเลื่อนคะแนนเพิ่มและลดตามตารางก่อนหน้า",
        lang="th",
    ),
    RuleText("S0-18", _("Where Black is over-compensated, Black counts as the stronger side.")),
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
            "Times 1.5 for a player’s rated games 21 to 50, 1.2 up to 100, then 1; each player by "
            "his own count."
        ),
        ours=_(
            "The first twenty are “computed specially”, and no more is published: times 1.7 unless "
            "the club sets another number."
        ),
        published="ตารางคะแนน จำนวนกระดาน 0-20 … คะแนน คำนวนแบบพิเศษ",
        lang="th",
    ),
    house_rule_text("S0-21", _("Rounded to the nearest whole number, halves away from zero.")),
    house_rule_text("S0-23", _("A jigo changes nothing and is no rated game.")),
    RuleText(
        "S0-24",
        _(
            "A no-show gives 50 points to the one and takes them from the other: no greeting, or "
            "no first stone, within a minute. The record tells the two apart; resigning or "
            "leaving in that minute is the second."
        ),
        ours=_("They are multiplied only where a house rule says so; the game is not rated."),
        published="ผู้ชนะจะได้คะแนนเพิ่ม 50 คะแนน และผู้แพ้จะเสีย 50 คะแนน",
        lang="th",
    ),
    RuleText(
        "S0-25",
        _(
            "A player with a certified rank who beats a newcomer or somebody in BC gets 50 points, "
            "unless both his games before were unrated; losing costs nothing. Of the other’s own "
            "points this moves none: in BC five wins are counted, a newcomer has his twenty games."
        ),
        ours=_(
            "The 50 are multiplied only where a house rule says so, and who has fewer than two "
            "games before gets them."
        ),
        published="50 คะแนนเพิ่มเฉพาะกรณีที่เป็นฝ่ายชนะและไม่ถูกลดคะแนนแม้ว่าจะเป็นฝ่ายแพ้ "
        "ทว่าหาก 2 กระดานที่เล่นก่อนหน้านั้นไม่ได้เป็นการเล่นเพื่อจัดลำดับ (Rating) "
        "ผู้เล่นก็จะไม่ได้รับ 50 คะแนนเพิ่ม",
        lang="th",
    ),
    RuleText(
        "S0-26",
        _(
            "Each rank has points from which one rises and points below which one "
            "falls; in between the rank is kept. Eight of these numbers are "
            "published, the others are reconstructed."
        ),
        ours=_(
            "The heading says “least points”, a footnote “more than”: the number itself is enough, "
            "unless a house rule asks for more."
        ),
        published="คะแนนขั้นต่ำในการเลื่อนดั้งหรือคิว … หากมีคะแนนมากกว่า "
        "“คะแนนขั้นต่ำในการเลื่อนดั้งหรือคิว” ก็จะได้รับการเลื่อนดั้งหรือคิว",
        lang="th",
    ),
    RuleText("S0-26b", _("Below 17k is BC. The fifth win leads back to 17k with 5,250 points.")),
    house_rule_text("S0-26c", _("Falling to BC loses the points.")),
    RuleText(
        "S0-27",
        _("A newcomer picks a rank; his first twenty games against certified players certify it."),
    ),
    RuleText(
        "S0-28",
        _(
            "The provisional rank is looked at after 5, 10, 15 and 20 games; the "
            "player may change it himself until then."
        ),
    ),
    house_rule_text(
        "S0-29",
        _(
            "How: over each five games, results less expectations, cut to a whole "
            "number, shift the rank; a remainder of one half at the end adds a plus."
        ),
        published="ผลการเล่นและระดับฝีมือดั้งหรือคิวและอัตราการวางหมากต่อของคู่แข่ง",
        lang="th",
    ),
    RuleText("S0-30", _("Fewer than five wins in the twenty games lead to BC."), "confirmed"),
    house_rule_text("H-office", _("The office may set a rank, with its name and a reason.")),
)
