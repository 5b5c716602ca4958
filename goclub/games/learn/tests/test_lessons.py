"""The lessons do what their texts say, on our own board."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from goclub.common.tests.reading import read
from goclub.games.learn.services import LESSONS, QUESTIONS, play, scored_end
from goclub.games.rating.systems.paa.rules import TEXTS
from goclub.games.templatetags.go import rule_url

BY_KEY = {lesson.key: lesson for lesson in LESSONS}

#: Lines that solve each lesson.
SOLUTIONS = {
    "board": "aabbccdd", "groups": "ca", "capture": "dc", "suicide": "ea", "ko": "ccbc",
    "end": "----",
}  # fmt: skip


@pytest.mark.parametrize("key", BY_KEY)
def test_every_lesson_can_be_solved_and_is_not_solved_at_first(key):
    assert not play(BY_KEY[key], "").done
    assert play(BY_KEY[key], SOLUTIONS[key]).done


def test_the_group_of_the_rulebook_has_five_liberties_s3_6():
    lesson = BY_KEY["groups"]
    board = play(lesson, "").board
    # row, column from 1 in the rulebook: 1-3 1-5 2-2 3-5 5-3
    assert lesson.shown(board) == {(2, 0), (4, 0), (1, 1), (4, 2), (2, 4)}
    assert len(lesson.shown(play(lesson, "ca").board)) == 4


@pytest.mark.parametrize(
    ("key", "line", "reason"),
    [
        ("suicide", "aa", "board.suicide"),
        ("ko", "ccbc", "board.ko"),
        ("capture", "cb", "board.occupied"),
    ],
)
def test_a_move_against_a_rule_is_refused_and_left_out(key, line, reason):
    played = play(BY_KEY[key], line)
    assert played.refused == reason
    assert "".join(played.line) == line[:-2]


def test_the_ko_may_be_taken_back_later_s3_8():
    played = play(BY_KEY["ko"], "ccaaeebc")
    assert (played.refused, played.captured) == ("", 1)


def test_two_passes_end_the_game_and_nothing_follows_s3_10():
    played = play(BY_KEY["end"], "----aa")
    assert played.over
    assert played.line == ["--", "--"]


@pytest.mark.parametrize("line", ["zz", "a", "??", "aa" * 500])
def test_what_is_no_move_ends_the_line(line):
    assert len(play(BY_KEY["board"], line).line) <= 1


def test_all_three_ways_of_counting_agree_where_both_played_equally_often():
    assert {count.margin2 for count in scored_end()[1].values()} == {9}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.key)
def test_every_answer_is_among_the_choices(question):
    assert question.answer in dict(question.choices)


def test_the_worked_answers():
    assert {question.key: question.answer for question in QUESTIONS} == {
        "liberties": "6", "groups": "no", "capture": "2", "suicide": "no", "not-suicide": "yes",
        "ko": "no", "end": "over", "subtraction": "179", "winner": "B",
    }  # fmt: skip


# -- the page -------------------------------------------------------------------------------------


def test_the_page_plays_a_move_and_keeps_the_other_boards(client, db):
    page = client.get(reverse("games:lessons"), {"at": "capture", "m": "dc"})
    cards = {card["lesson"].key: card for card in page.context["cards"]}
    assert (cards["capture"]["played"].captured, cards["board"]["played"].line) == (1, [])
    notes = read(page).all("#capture p.notice[role=status]")
    assert re.findall(r"\d+", notes[0].text) == ["1"]
    assert not read(page).has("#board p.notice")


def test_a_refused_move_says_why(client, db):
    page = client.get(reverse("games:lessons"), {"at": "suicide", "m": "aa"})
    notice = read(page).one("#suicide p.notice.error").text
    assert notice == "A5: That stone would have no liberties and capture nothing: suicide."


def test_every_rule_has_one_anchor(client, db):
    anchors = read(client.get(reverse("games:lessons"))).values(".rule[id]", "id")
    assert sorted(anchors, key=lambda rule: int(rule[3:])) == [f"S3-{n}" for n in range(1, 14)]


def test_the_quiz_counts_what_is_right(client, db):
    right = {question.key: question.answer for question in QUESTIONS}
    page = client.get(reverse("games:lessons"), right)
    verdict = read(page).one("#quiz p.notice.success[role=status]")
    assert re.findall(r"\d+", verdict.text) == ["9", "9"]
    page = client.get(reverse("games:lessons"), {"liberties": "4", "ko": "no", "end": "<b>"})
    assert (page.context["answered"], page.context["right"]) == (2, 1)
    assert not read(page).has("b")
    verdict = read(page).one("#quiz p.notice[role=status]")
    assert re.findall(r"\d+", verdict.text) == ["1", "9"]
    assert not read(page).has("#quiz p.notice.success")


def test_a_board_that_does_not_exist(client, db):
    assert client.get(reverse("games:lessons"), {"at": "<b>", "m": "aa"}).status_code == 200


def test_the_quiz_asks_only_what_the_lessons_taught():
    """Every question's rule has its lesson, and the points of a board are told before the quiz."""
    taught = {"S3-11", "S3-12", "S3-13"}.union(*(lesson.rules for lesson in LESSONS))
    assert {question.rule for question in QUESTIONS} <= taught
    assert "361" in " ".join(str(text) for lesson in LESSONS for text in lesson.text)


def test_the_lessons_begin_with_their_contents(client, db):
    page = read(client.get(reverse("games:lessons")))
    links = page.values("nav.contents a", "href")
    assert links == [*(f"#{lesson.key}" for lesson in LESSONS), "#counting", "#quiz"]
    assert all(page.has(link) for link in links)


@pytest.mark.parametrize("language", ["en", "ja", "pl", "th"])
def test_our_readings_stand_beside_the_published_words(client, language):
    """S1-1, S1-8, S1-18, S1-19: tagged as ours, in every language, the source in its own."""
    page = read(client.get(reverse("games:points"), headers={"accept-language": language}))
    quotes = page.texts("dd q[lang=ja]")
    pills = len(page.all("dd .pill"))
    readings = [rule for rule in TEXTS.values() if rule.ours]
    assert pills >= len(readings) == 6
    for rule in readings:
        assert page.has(f"#{rule.id}")
        with override(language):
            assert str(rule.text) in page.text
            assert str(rule.ours) in page.text
        assert not rule.published or rule.published in quotes
    for key in ("paa_jigo", "paa_free_both", "paa_time", "paa_min_games", "paa_window"):
        assert f"{reverse('games:rules')}#{key}" in page.values("dd a", "href")
    assert len({rule.published for rule in readings if rule.published}) == 5


#: A rule with a part of it that has to stand behind its term.
SAID = {
    "no difference, which is the first row of the table": ("S0-14", "No difference: even"),
    "a winner over somebody in BC": ("S0-25", "a newcomer or someone in BC"),
    "who is in BC": ("S0-25", "in BC five wins are counted"),
    "other conditions by agreement": ("S1-1", "may agree on other conditions"),
}


@pytest.mark.parametrize(("rule", "part"), SAID.values(), ids=SAID)
def test_a_rule_says_its_rare_cases_too(client, rule, part):
    page = read(client.get(rule_url(rule).partition("#")[0]))
    words = []
    for terms in page.all("dl.facts"):
        children = [one for one in terms.children if not isinstance(one, str)]
        words += [
            said.text
            for term, said in zip(children[::2], children[1::2], strict=True)
            if term.attrs.get("id") == rule
        ]
    assert [part in text for text in words] == [True]


def test_the_lowest_band_begins_at_nought(client):
    """S1-2: nine kyu or weaker."""
    rows = read(client.get(reverse("games:points"))).all("section[aria-labelledby=bands] tbody tr")
    lowest = [row for row in rows if "9 kyu or weaker; starts at 0" in row.text]
    assert [row.one("td.num").text.startswith("0–") for row in lowest] == [True]


def test_the_first_lesson_tells_the_boards_and_where_to_begin():
    """S3-1; the advice on small boards says that it is none of the rules."""
    said = " ".join(str(text) for text in LESSONS[0].text)
    for part in ("19 × 19 lines and 361", "13 × 13 has 169", "9 × 9 has 81", "Start on 9 × 9"):
        assert part in said
    assert "This is advice, not a rule." in said
