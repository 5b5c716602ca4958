"""The pieces of HTML that are put together in Python: each against a template that says it.

    .venv/bin/python benchmarks/html_fragments.py
    .venv/bin/python benchmarks/html_fragments.py --players 1000 --repeat 20

The table of 500 players after 10 rounds and the choice of its players, as the page of the standings
has them, the cross table of a division of 60, the list of 240 moves of a game's page, the hundred
rows of a page of a ranking.  Nothing is read from a database.  A piece stays in Python where the
template costs its page 5 ms more of the processor's time, a twentieth of the 100 ms that the page
of the standings may take.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")

import django

django.setup()

from django.template import Context, engines  # noqa: E402

from goclub.games.rating.ranking import RankingRow  # noqa: E402
from goclub.games.templatetags.go import move_items  # noqa: E402
from goclub.games.templatetags.rankings import ranking_rows  # noqa: E402
from goclub.leagues.models import Participant  # noqa: E402
from goclub.leagues.official.services.tables import Group, GroupCell, TableRow  # noqa: E402
from goclub.leagues.templatetags.leagues import cross_table  # noqa: E402
from goclub.leagues.tournament.labels import standings as labels  # noqa: E402
from goclub.members.models import Member  # noqa: E402

DEAR_MS = 5
TEMPLATES = {
    "standings_html": """{% load i18n %}
<table class="table club-table standings"><thead><tr>
<th scope="col" class="num">{% translate "Place" %}</th>
<th scope="col">{% translate "Player" %}</th><th scope="col">{% translate "Rank" %}</th>
{% if table.mcmahon %}<th scope="col" class="num wide">
<abbr title="{% translate 'McMahon start: compare players of one group' %}">{% translate "Start" %}
</abbr></th>{% endif %}
{% for number in table.rounds %}<th scope="col" class="wide">{{ number }}</th>{% endfor %}
{% for column in table.columns %}
<th scope="col" class="num{% if forloop.counter0 > 1 %} wide{% endif %}">
<abbr title="{{ column.title }}">{{ column.label }}</abbr></th>{% endfor %}</tr></thead><tbody>
{% for row in table.rows %}<tr><td class="num">{{ row.place }}</td>
<th scope="row"><a href="{{ start }}{{ row.participant.number }}{{ end }}">
<bdi class="name">{{ row.participant.display_name }}</bdi></a></th>
<td><span class="rank">{{ row.participant.rank_text }}</span></td>
{% if table.mcmahon %}<td class="num soft wide">{{ row.start }}</td>{% endif %}
{% for cell in row.rounds %}<td class="wide cell {{ cell.css }}">{{ cell.text }}</td>{% endfor %}
{% for f in row.figures %}
<td class="num{% if forloop.counter0 > 1 %} wide{% endif %}{% if f.parted %} parted{% endif %}">
{{ f.text }}</td>{% endfor %}</tr>{% endfor %}</tbody></table>""",
    "options_html": """{% for row in table.rows %}<option value="{{ row.participant.number }}">
{{ row.place }}. {{ row.participant.display_name }}</option>{% endfor %}""",
    "cross_table": """{% load leagues %}
{% for row, cells in lines %}<tr><th scope=row>{{ row.place }}
<th scope=row class=pl><bdi>{{ row.name }}</bdi>{% for cell, css in cells %}
<td{% if css %} class="{{ css }}"{% endif %}>{% if cell %}{{ cell.margin2|margin }}{% endif %}
{% endfor %}{% endfor %}""",
    "move_items": """{% load go %}{% for move in moves %}<li><a href="?move={{ move.place }}#board">
<span class="n">{{ move.number }}</span>{% if move.black %}{% stone "B" %}{% else %}{% stone "W" %}
{% endif %}{{ move.point }}</a></li>{% endfor %}""",
    "ranking_rows": """{% load go i18n %}{% for row in rows %}
<tr{% if row.member.pk == 7 %} id="me"{% endif %}
{% if row.member.pk == 7 or row.member.pk == 9 %} class="rank-here"{% endif %}>
<td class="num at-lead">{% if row.place %}{{ row.place }}{% if row.shared %}
<span class="soft" title="{% translate 'shared place' %}">=</span>{% endif %}{% else %}
<span class="soft">–</span>{% endif %}</td><td class="name-cell at-name">{% player row.member %}
 <span class="on-phone">{% rank_badge row.rank %}</span>{% if row.member.second_name %}
<span class="soft on-desk">{{ row.member.second_name }}</span>{% endif %}</td>
<td class="wide">{% rank_badge row.rank %}</td><td class="num at-end">{% if row.place %}
<strong>{{ row.value|figure }}</strong>{% else %}<span class="soft">–</span>{% endif %}</td>
<td class="num trend at-last">{% if row.place %}{% trend row.trend %}{% endif %}</td>
<td class="num at-below">{% include "games/playing/_games_cell.html" with record=row %}</td></tr>
{% endfor %}""",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--division", type=int, default=60)
    parser.add_argument("--repeat", type=int, default=15)
    options = parser.parse_args()
    table = standings(options.players, options.rounds)
    group = division(options.division)
    url = "/tournaments/cup/players/0/"
    start, end = url.rsplit("0", 1)
    print(f"{options.players} players after {options.rounds} rounds, a division of "
          f"{options.division}; median of {options.repeat}, processor")  # fmt: skip
    compare("standings_html", options.repeat, lambda: labels.standings_html(table, url),
            lambda: {"table": table, "start": start, "end": end})  # fmt: skip
    compare("options_html", options.repeat, lambda: labels.options_html(table),
            lambda: {"table": table})  # fmt: skip
    compare("cross_table", options.repeat, lambda: cross_table(group),
            lambda: {"lines": list(lines_of(group))})  # fmt: skip
    moves = [
        {
            "place": n,
            "number": str(n),
            "black": n % 2 == 1,
            "point": f"{'ABCDEFGHJ'[n % 9]}{n % 19}",
        }
        for n in range(1, 241)
    ]
    compare("move_items", options.repeat, lambda: move_items(moves), lambda: {"moves": moves})
    ranked = [ranking_row(number) for number in range(1, 101)]
    compare("ranking_rows", options.repeat,
            lambda: ranking_rows(Context(), ranked, 7, 9, ranks=True),
            lambda: {"rows": ranked})  # fmt: skip
    return 0


def compare(
    name: str, repeat: int, in_python: Callable[[], str], context: Callable[[], dict[str, object]]
) -> None:
    template = engines["django"].from_string(TEMPLATES[name].replace("\n", ""))
    ours = measured(in_python, repeat)
    theirs = measured(lambda: template.render(context()), repeat)
    verdict = "stays in Python" if theirs - ours > DEAR_MS else "a template does"
    print(f"  {name:14} Python {ours:6.1f} ms, template {theirs:6.1f} ms, "
          f"{len(in_python()) / 1000:6.1f} kB: {verdict}")  # fmt: skip


def measured(make: Callable[[], str], repeat: int) -> float:
    """The median of the processor's time in milliseconds."""
    make()
    times = []
    for _ in range(repeat):
        begun = time.process_time()
        make()
        times.append(1000 * (time.process_time() - begun))
    return statistics.median(times)


def standings(players: int, rounds: int) -> labels.StandingsTable:
    """A table as its labels leave it, with names that have to be escaped."""
    rng = random.Random(1)
    rows = []
    for number in range(1, players + 1):
        person = Participant(number=number, name=f"O’Neil & {number}", rank=rng.randrange(-20, 5))
        cells = tuple(
            labels.RoundCell(f"{rng.randrange(1, players)}+/w", rng.choice(["won", "lost"]), n)
            for n in range(1, rounds + 1)
        )
        figures = tuple(
            labels.Figure(f"{rng.randrange(99)}½", rng.random() < 0.3) for _ in range(4)
        )
        rows.append(labels.StandingRow(f"{number}.", person, cells, figures, "12", number))
    names = ("MMS", "NBW", "SOSM", "SOSOSM")
    return labels.StandingsTable(
        rounds, range(1, rounds + 1), tuple(map(labels.column_of, names)), tuple(rows), True, False
    )


def ranking_row(number: int) -> RankingRow:
    """A line of a ranking, every third without a second name and every tenth on a shared place."""
    romanised = f"O’Neil {number}" if number % 3 else ""
    member = Member(
        pk=number, status="member", display_name=f"小西 & {number}", romanised_name=romanised
    )
    return RankingRow(number, number % 10 == 0, member, 200 - number, "2d", number, number % 5 - 2)


def division(players: int) -> Group:
    """A division that has played everything."""
    rng = random.Random(1)
    rows = [
        TableRow(
            n,
            n,
            f"Sato & {n}",
            "",
            n,
            False,
            (1, 2),
            0,
            100,
            1,
            1,
            0,
            "rate",
            (),
            None,
            None,
            0,
            None,
        )
        for n in range(1, players + 1)
    ]
    group = Group("A", 1, rows)
    for one in range(1, players + 1):
        for other in range(one + 1, players + 1):
            margin2 = rng.randrange(1, 41)
            group.cross[one, other] = [GroupCell("W", margin2, False)]
            group.cross[other, one] = [GroupCell("L", -margin2, False)]
    return group


def lines_of(group: Group) -> list[tuple[TableRow, list[tuple[GroupCell | None, str]]]]:
    """The cross table as a view would hand it to a template."""
    entries = [row.entry for row in group.rows]
    css = {"W": "w", "L": "l", "J": "j"}
    found = []
    for row in group.rows:
        cells: list[tuple[GroupCell | None, str]] = []
        for other in entries:
            cell = next(iter(group.cross.get((row.entry, other), ())), None)
            cells.append((cell, css[cell.letter] if cell else "x" if other == row.entry else ""))
        found.append((row, cells))
    return found


if __name__ == "__main__":
    raise SystemExit(main())
