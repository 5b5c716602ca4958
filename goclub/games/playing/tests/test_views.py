"""Every page: works, visitor, stranger, wrong role, wrong method, bad number; and query counts."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from goclub.common.tests.reading import cost, read, said, shows
from goclub.common.tests.written_once import written_once
from goclub.games.library.services.records import upload_kifu
from goclub.games.models import Game, Kifu, RatingEntry, Standing
from goclub.games.playing.services.decisions import dispute_game
from goclub.games.playing.services.reports import report_game
from goclub.games.tests.factories import NIGHT, at, facts, play, report
from goclub.go.board.basics import BLACK
from goclub.go.records.tests.text import sgf
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import enter_as, fresh, make_applicant, make_member

ROLES = ("visitor", "stranger", "black", "white", "organiser", "secretary", "chair")


@pytest.fixture
@written_once
def club():
    people = {
        "black": make_member("佐藤 健", romanised_name="Sato Ken"),
        "white": make_member("Anong <b>S.</b>"),
        "stranger": make_member("สมชาย ใจดี"),
        "organiser": make_member(role=ORGANISER),
        "secretary": make_member(role=SECRETARY),
        "chair": make_member(role=CHAIR),
    }
    black, white = people["black"], people["white"]
    kifu = upload_kifu(Act(black.user, at()), sgf(), filename="g.sgf")
    waiting = report_game(Act(black.user, at()), facts(black, white), kifu=kifu)
    done = play(white, black, minute=5, played_on=NIGHT)
    applicant = make_applicant("New Comer")
    return {"people": people, "waiting": waiting, "done": done, "applicant": applicant}


def everybody(status):
    return dict.fromkeys(ROLES, status)


SIGN_IN = {"visitor": 302}
PAGES = {
    "home": ((), everybody(200)),
    "games:list": ((), everybody(200)),
    "games:members": ((), everybody(200)),
    "games:detail": (("waiting",), everybody(200)),
    "games:profile": (("black",), everybody(200)),
    "games:calculator": ((), everybody(200)),
    "games:conditions-table": ((), everybody(200)),
    "games:points": ((), everybody(200)),
    "games:kifu": (("waiting",), everybody(200)),
    "games:entry": (("entry",), everybody(200)),
    "games:report": ((), everybody(200) | SIGN_IN),
    "games:kifu-original": (
        ("waiting",),
        everybody(404) | {"black": 200, "secretary": 200, "chair": 200},
    ),
    "games:dispute": (("waiting",), everybody(403) | SIGN_IN | {"black": 200, "white": 200}),
    "games:decide": (
        ("waiting",),
        everybody(403) | SIGN_IN | {"organiser": 200, "secretary": 200, "chair": 200},
    ),
    "games:void": (
        ("done",),
        everybody(403) | SIGN_IN | {"organiser": 200, "secretary": 200, "chair": 200},
    ),
    "members:desk": (
        (),
        everybody(403) | SIGN_IN | {"organiser": 200, "secretary": 200, "chair": 200},
    ),
    "games:strength": (("black",), everybody(403) | SIGN_IN | {"secretary": 200, "chair": 200}),
    "members:me": ((), everybody(200) | SIGN_IN),
    "members:password": ((), everybody(200) | SIGN_IN),
    "members:join": ((), everybody(302) | {"visitor": 200}),
    "members:joined": ((), everybody(200)),
    "members:sign-in": ((), everybody(302) | {"visitor": 200}),
    "members:password-reset": ((), everybody(200)),
    "health": ((), everybody(200)),
    "club-css": ((), everybody(200)),
}


def address(name, club, what):
    things = {
        "waiting": club["waiting"].pk,
        "done": club["done"].pk,
        "black": club["people"]["black"].pk,
        "entry": RatingEntry.objects.order_by("pk").values_list("pk", flat=True).last(),
        "applicant": club["applicant"].pk,
    }
    return reverse(name, args=[things[w] for w in what])


@pytest.mark.parametrize("name", PAGES)
def test_who_may_look_at_what(client, club, name):
    what, wanted = PAGES[name]
    url = address(name, club, what)
    assert {
        role: enter_as(client, club["people"], role).get(url).status_code for role in ROLES
    } == wanted


ACTIONS = {
    "games:confirm": ("waiting", everybody(302) | {"stranger": 403, "black": 403}),
    "games:withdraw": ("waiting", everybody(403) | SIGN_IN | {"black": 302}),
    "games:admit": ("applicant", everybody(403) | SIGN_IN | {"secretary": 302, "chair": 302}),
    "games:decline": ("applicant", everybody(403) | SIGN_IN | {"secretary": 302, "chair": 302}),
}


@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.parametrize("role", ROLES)
def test_who_may_do_what(client, club, name, role):
    what, wanted = ACTIONS[name]
    url = address(name, club, [what])
    sent = {"confirmed": "1", "reason": "No room this year."}
    assert enter_as(client, club["people"], role).post(url, sent).status_code == wanted[role]
    changed = wanted[role] == 302 and role != "visitor"
    if name == "games:confirm":
        club["waiting"].refresh_from_db()
        assert (club["waiting"].state == Game.State.CONFIRMED) == changed


@pytest.mark.parametrize("move", ["999", "-1", "x"])
def test_a_move_that_was_not_played_is_not_found(client, club, move):
    url = club["waiting"].get_absolute_url()
    assert client.get(url, {"move": move}).status_code == 404
    assert client.get(url, {"move": "3"}).status_code == 200


# --- Visitors ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("level", "table", "profile", "game"),
    [("everything", 200, 200, 200), ("table", 200, 302, 200), ("nothing", 302, 302, 302)],
)
def test_what_a_visitor_sees_is_one_setting(client, club, level, table, profile, game):
    ClubSettings.objects.create(pk=1, visitors_see=level)
    black = club["people"]["black"]
    assert client.get(reverse("games:members")).status_code == table
    assert client.get(black.get_absolute_url()).status_code == profile
    assert client.get(club["done"].get_absolute_url()).status_code == game
    assert client.get(reverse("games:list")).status_code == game
    home = client.get("/")
    assert home.status_code == 200
    assert not shows(home, "佐藤")  # a visitor learns of the club first
    calculator = client.get(reverse("games:calculator"), {"one": black.pk})
    assert ("佐藤" in str(read(calculator).values("input", "value"))) == (level != "nothing")


def test_a_birth_date_is_seen_by_the_member_and_the_chair_only(client, club):
    black = club["people"]["black"]
    black.birth_date = "1961-05-17"
    black.save()
    people = club["people"]
    seen = {
        role: b"1961" in enter_as(client, people, role).get(black.get_absolute_url()).content
        for role in ROLES
    }
    assert seen == dict.fromkeys(ROLES, False) | {"black": True, "chair": True}


def test_a_name_is_never_markup(client, club):
    for url in (
        reverse("games:list"),
        reverse("games:members"),
        club["waiting"].get_absolute_url(),
    ):
        main = read(client.get(url)).one("main")
        assert not main.has("b")
        assert "<b>S.</b>" in main.text


# --- Reporting --------------------------------------------------------------------------------
def form_of(page):
    """What a browser would send back: every field but unticked boxes."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def test_a_kifu_that_contradicts_the_form_is_said_and_the_reporter_decides(client, club):
    enter_as(client, club["people"], "black")
    moves = ["cc", "pp", "cf", "fq", "nc", "qf", "jd", "jp", "dq", "pd"]
    white = club["people"]["white"].display_name
    upload = SimpleUploadedFile("club.sgf", sgf("sato ken", white, "B+R", moves=moves))
    filled = form_of(client.post(reverse("games:kifu-upload"), {"file": upload}, follow=True))
    page = client.post(reverse("games:report"), filled | {"winner": "W"})
    assert page.status_code == 422
    assert [name for name, _said, _typed in page.context["differences"]] == ["Result"]
    assert Game.objects.count() == 2
    client.post(reverse("games:report"), filled | {"winner": "W", "differs": "on"})
    assert Game.objects.latest("pk").winner == "W"


def test_the_opponent_who_uploads_the_same_kifu_is_led_to_the_report(client, club):
    page = enter_as(client, club["people"], "white").post(
        reverse("games:kifu-upload"), {"file": SimpleUploadedFile("x.sgf", sgf())}, follow=True
    )
    assert page.redirect_chain[-1][0] == club["waiting"].get_absolute_url()
    assert page.context["may_confirm"]
    assert Kifu.objects.filter(game=None).count() == 0


@pytest.mark.parametrize(
    ("data", "reason", "params"),
    [
        (b"Dear Ken, thanks for the game", "records.not_sgf", {}),
        # Records in a ZIP that does not compress: letters and packed ones among them were lost.
        (b"PK\x03\x04" + bytes(26) + b"a.sgf(;GM[1]SZ[19];B[aa])", "records.not_sgf", {}),
        (b"(;GM[2]SZ[8];B[d3])", "records.other_game", {}),
        (
            b"(;GM[1]SZ[19];B[pd];W[dd];B[pd])",
            "records.illegal_move",
            {"move": 3, "colour": BLACK, "point": "Q16", "why": "board.occupied"},
        ),
        (b"(;GM[1]SZ[99999999];B[aa])", "records.bad_size", {}),
        (
            b"(;GM[1]" + b" " * (4 * 1024 * 1024) + b")",
            "records.too_large",
            {"accepted": "4\xa0MB"},
        ),
    ],
)
def test_a_file_that_cannot_be_shown_is_refused_with_its_reason(client, club, data, reason, params):
    before = Kifu.objects.count()
    enter_as(client, club["people"], "black")
    page = client.post(reverse("games:kifu-upload"), {"file": SimpleUploadedFile("x.sgf", data)})
    assert page.status_code == 422
    assert shows(page, said(reason, **params))
    assert Kifu.objects.count() == before


REPORT = {
    "played_on": "2025-03-04", "board": "19", "handicap": "0", "komi": "5.5", "winner": "B",
    "ending": "resign", "margin": "", "place": "", "key": "7d444840-9dc0-11d1-b245-5ffdce74fad2",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"komi": "5.25"}, "komi"),
        ({"komi": "six"}, "komi"),
        ({"komi": ""}, "komi"),
        ({"komi": "NaN"}, "komi"),
        ({"komi": "400"}, "komi"),
        ({"handicap": "1"}, "handicap"),
        ({"handicap": "nine"}, "handicap"),
        ({"winner": ""}, "winner"),
        ({"ending": ""}, "ending"),
        ({"ending": "points"}, "margin"),
        ({"ending": "points", "margin": "-3.5"}, "margin"),
        ({"ending": "points", "margin": "4"}, "margin"),
        ({"margin": "3.5"}, "margin"),
        ({"ending": "time"}, "ending"),
        ({"winner": "J", "ending": ""}, "winner"),
        ({"board": "17"}, "board"),
        ({"played_on": "2999-01-01"}, "played_on"),
        ({"played_on": "2001-01-01"}, "played_on"),
        ({"played_on": "tomorrow"}, "played_on"),
        ({"white": "SELF"}, "white"),
        ({"white": "guest"}, "white_guest"),
        ({"white": "987654"}, "white"),
        ({"black": "STRANGER"}, "black"),
        ({"black": "guest", "white": "guest", "black_guest": "a", "white_guest": "b"}, "white"),
    ],
)
def test_each_refusal_stands_beside_its_field_and_keeps_what_was_typed(client, club, change, field):
    people = club["people"]
    keys = {"SELF": people["black"].pk, "STRANGER": people["stranger"].pk}
    data = REPORT | {"black": people["black"].pk, "white": people["white"].pk}
    data |= {name: keys.get(value, value) for name, value in change.items()}
    before = Game.objects.count()
    page = enter_as(client, club["people"], "black").post(reverse("games:report"), data)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    for name, value in data.items():
        assert str(page.context["form"][name].value() or "") == str(value)
    assert Game.objects.count() == before


@pytest.mark.parametrize("with_kifu", [False, True])
def test_a_form_sent_twice_is_one_game(client, club, with_kifu):
    """The second time its kifu is no draft any more."""
    people = club["people"]
    data = REPORT | {"black": people["black"].pk, "white": people["stranger"].pk}
    if with_kifu:
        record = sgf(date="2025-03-04", komi="5.5")
        draft = upload_kifu(Act(people["black"].user, at()), record, filename="x.sgf")
        data |= {"kifu": draft.pk, "differs": "on"}
    enter_as(client, people, "black")
    sent = {client.post(reverse("games:report"), data)["Location"] for _time in range(2)}
    assert sent == {Game.objects.latest("pk").get_absolute_url()}


def test_a_guest_is_offered_by_name(client, club):
    data = REPORT | {"black": club["people"]["black"].pk, "white": "guest", "white_guest": "Nils"}
    enter_as(client, club["people"], "black").post(reverse("games:report"), data)
    game = Game.objects.latest("pk")
    assert game.white.display_name == "Nils"
    assert game.white.is_guest


def test_deciding_a_dispute_through_the_page(client, club):
    game = club["waiting"]
    enter_as(client, club["people"], "white")
    url = reverse("games:dispute", args=[game.pk])
    assert client.post(url, {"reason": ""}).status_code == 422
    client.post(url, {"reason": "It was a jigo"})
    enter_as(client, club["people"], "organiser")
    page = client.get(reverse("games:decide", args=[game.pk]))
    data = form_of(page) | {"winner": "J", "ending": "", "komi": "6"}
    assert client.post(reverse("games:decide", args=[game.pk]), data).status_code == 422
    client.post(reverse("games:decide", args=[game.pk]), data | {"reason": "both agree now"})
    assert (fresh(game).state, game.winner) == ("confirmed", "J")
    page = client.get(game.get_absolute_url())
    assert [change["reason"] for change in page.context["changes"]] == ["both agree now"]
    assert any("both agree now" in text for text in read(page).texts("main p.small.soft"))


def test_what_one_says_against_the_other_is_for_those_concerned(client, club):
    """The two, and those who may have to decide; not for visitors and other members."""
    game = club["waiting"]
    said = "He moved a stone."
    dispute_game(Act(club["people"]["white"].user), game, reason=said)
    seen = set()
    for role in ROLES:
        page = enter_as(client, club["people"], role).get(game.get_absolute_url())
        assert page.status_code == 200
        if said in page.content.decode():
            seen.add(role)
    assert seen == {"black", "white", "organiser", "secretary", "chair"}


def test_one_tap_takes_the_conditions_into_a_report(client, club):
    people = club["people"]
    page = enter_as(client, club["people"], "black").get(
        reverse("games:calculator"), {"one": people["black"].pk, "other": people["white"].pk}
    )
    form = client.get(page.context["answer"]["report_link"]).context["form"]
    assert {form["black"].value(), form["white"].value()} == {
        str(people["black"].pk),
        str(people["white"].pk),
    }


# --- Lists --------------------------------------------------------------------------------------
def test_the_same_number_of_queries_at_1_and_at_30_rows(client, club):
    black, white = club["people"]["black"], club["people"]["white"]
    pages = [reverse(name) for name in ("games:list", "games:members", "home")]
    pages.append(address("games:profile", club, ["black"]))
    enter_as(client, club["people"], "chair")
    report(black, white, "W+R", minute=8)
    few = cost(client, *pages)
    for number in range(30):
        other = make_member(f"Player {number}")
        play(black, other, minute=10 + 2 * number)
        report(black, other, "W+R", minute=100 + number)
    assert cost(client, *pages) == few


def test_pages_carry_the_strict_policy(client, club):
    policy = client.get(club["waiting"].get_absolute_url())["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_office_certifies_with_a_reason_s1_6(client, club):
    black = club["people"]["black"]
    url = reverse("games:strength", args=[black.pk])
    data = dict.fromkeys(("points", "rank", "reason"), "")
    data |= {"kind": "certified", "effective_on": "2025-03-05"}
    assert enter_as(client, club["people"], "chair").post(url, data).status_code == 422
    reason = data | {"reason": "known for years"}
    asked = read(client.post(url, reason)).text  # before about ten games
    assert "has played 1." in asked
    assert not Standing.objects.get(system="paa", member=black).certified
    assert client.post(url, reason | {"confirmed": "yes"}).status_code == 302
    assert Standing.objects.get(system="paa", member=black).certified
    enter_as(client, club["people"], "secretary")
    assert client.post(url, data | {"reason": "me too"}).status_code == 422
    set_points = data | {"kind": "set", "reason": "stronger", "points": "130"}
    assert client.post(url, set_points).status_code == 302
    assert Standing.objects.get(system="paa", member=black).points == 130


@pytest.mark.parametrize(("names", "is_first"), [("PB[Lee]PW[Ke]", True), ("PB[Sato Ken]", False)])
def test_a_game_of_strangers_is_offered_to_the_library_first(client, club, names, is_first):
    black = club["people"]["black"]
    data = f"(;GM[1]SZ[19]{names};B[aa];W[bb])".encode()
    kifu = upload_kifu(Act(black.user, at()), data, filename="g.sgf")
    client.force_login(black.user)
    page = client.get(reverse("games:report"), {"kifu": kifu.pk}).content.decode()
    assert (page.index("Not a club game?") < page.index("form-first")) is is_first
