"""Two rows of one person made one: everything follows, and the ledger is as if it had been one."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.urls import reverse

from goclub.common.gate import gate_open
from goclub.common.tests.reading import codes, read
from goclub.games.library.tests import comments_club
from goclub.games.models import Game, KifuNote, Merge, RatingEntry, Standing, Toss
from goclub.games.people import queries
from goclub.games.people.services.joining import take_in_guest
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.games.people.services.moves import dry_run
from goclub.games.playing.tests.test_race import at_once
from goclub.games.playing.tests.test_toss import decided
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.games.tests.factories import at, play, report
from goclub.leagues.models import Participant
from goclub.leagues.tests.factories import make_event, make_organiser
from goclub.leagues.tournament.services import registration
from goclub.members.models import Member, Nickname, StrengthDecision, User
from goclub.members.people.services import add_guest
from goclub.members.queries import match_names, role_of
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, ROLES, SECRETARY
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import fresh, make_applicant, make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.postgres
KEEP = MergeChoice(MergeSide.KEPT, MergeSide.KEPT)


def merge(kept, gone, by=None, choice=KEEP, reason="the same person"):
    return merge_members(Act(by, at(minute=99)), kept, gone=gone, reason=reason, choice=choice)


def refused(reason, act):
    with pytest.raises(RuleError) as caught:
        act()
    assert caught.value.reason == reason


@pytest.fixture
def two():
    """One person who stands here twice, and two who played with both."""
    kept = make_member("Łucja Żak", points=100)
    gone = make_member("L. Zak", points=130, joined=date(2024, 6, 1))
    ken, ann = make_member("Ken", points=110), make_member("Ann", points=120)
    play(kept, ken)
    play(ken, gone, "W+3.5", minute=5)
    play(gone, ann, minute=10, played_on=date(2025, 3, 6))
    play(kept, ann, "W+R", minute=15, played_on=date(2025, 3, 7))
    return kept, gone, ken, ann


def lines(member):
    return list(
        RatingEntry.objects.filter(member=member)
        .order_by("system", "on", "at", "pk")
        .values_list("system", "on", "points_after", "rating_after", "rank_after", "code")
    )


def test_the_ledger_is_as_if_it_had_always_been_one(two):
    kept, gone, ken, ann = two
    done = merge(kept, gone)
    assert rebuild() == 0
    assert Game.objects.of(kept).count() == 4
    assert not Member.objects.filter(pk=gone.pk).exists()
    assert not Standing.objects.filter(member=gone.pk).exists()
    merged = lines(kept)
    twin, ken2, ann2 = (make_member(points=points) for points in (100, 110, 120))
    for game in (
        lambda: play(twin, ken2),
        lambda: play(ken2, twin, "W+3.5", minute=5),
        lambda: play(twin, ann2, minute=10, played_on=date(2025, 3, 6)),
        lambda: play(twin, ann2, "W+R", minute=15, played_on=date(2025, 3, 7)),
    ):
        game()
    assert merged == lines(twin)
    assert lines(ken) == lines(ken2)
    assert lines(ann) == lines(ann2)
    assert {one.member for one in done.done.moved} >= {kept.pk}
    assert gone.pk not in {one.member for one in done.done.moved}


def test_a_dry_run_says_the_same_and_stores_nothing(two):
    kept, gone, *_others = two
    before = lines(kept), lines(gone), StrengthDecision.objects.count()
    looked = dry_run(lambda: merge(kept, gone))
    gone = Member.objects.get(pk=gone.pk)
    assert (lines(kept), lines(gone), StrengthDecision.objects.count()) == before
    assert not Merge.objects.exists()
    assert merge(kept, gone).done == looked.done


def test_the_strength_that_was_chosen_holds_from_the_first_day(two):
    kept, gone, *_others = two
    merge(kept, gone, choice=MergeChoice(MergeSide.KEPT, MergeSide.GONE))
    declared = StrengthDecision.objects.get(member=kept, kind="declared")
    assert (declared.points, declared.effective_on) == (130, date(2024, 1, 1))
    assert len(Merge.objects.get().dropped["members.StrengthDecision"]) == 2
    assert rebuild() == 0


def test_decisions_of_the_office_follow(two):
    kept, gone, *_others = two
    chair = make_member(role=CHAIR)
    set_strength(
        Act(chair.user, at(date(2025, 3, 6), 40)),
        gone,
        on=date(2025, 3, 6),
        reason="too weak",
        points=150,
    )
    merge(kept, gone)
    assert StrengthDecision.objects.filter(member=kept, kind="set").count() == 1
    assert rebuild() == 0


def test_names_login_and_words_follow():
    comments_club.comment(comments_club.make_club())
    note = KifuNote.objects.get()
    author = note.author.member
    kept = make_member("Second player", role=MEMBER)
    Nickname.objects.create(member=author, name="stonefish")
    gone_login = author.user
    merge(kept, author)
    assert fresh(note).author == kept.user
    assert (fresh(gone_login).is_active, gone_login.email, role_of(kept)) == (False, "", MEMBER)
    assert set(match_names(["stonefish", author.display_name]).values()) == {kept}


@pytest.mark.parametrize(("side", "role"), [(MergeSide.KEPT, ORGANISER), (MergeSide.GONE, MEMBER)])
def test_the_login_that_stays_keeps_its_own_role(side, role):
    make_member(role=CHAIR)
    kept, gone = make_member(role=ORGANISER), make_member(role=MEMBER)
    login = gone.user if side == MergeSide.GONE else kept.user
    merge(kept, gone, choice=MergeChoice(side, MergeSide.KEPT))
    assert fresh(kept).user == login
    assert role_of(kept) == role
    changes = kept.role_changes.values_list("before", "after")
    assert ((ORGANISER, MEMBER) in changes) == (side == MergeSide.GONE)


def test_entries_of_tournaments_follow_and_one_in_both_is_refused():
    organiser = make_organiser()
    kept, gone = make_member("One"), make_member("Two")
    event, other = make_event(organiser), make_event(organiser)
    registration.register_member(Act(organiser.user, at()), event, member=gone)
    assert dry_run(lambda: merge(kept, gone)).merge.moved["leagues.Participant.member"]
    for member in (kept, gone):
        registration.register_member(Act(organiser.user, at()), other, member=member)
    refused("both_there", lambda: merge(kept, gone))
    assert Participant.objects.filter(member=gone).count() == 2


def test_what_cannot_be_merged(two):
    kept, gone, *_others = two
    refused("same_member", lambda: merge(kept, kept))
    refused("which_login", lambda: merge(kept, gone, choice=MergeChoice("", MergeSide.KEPT)))
    refused("which_strength", lambda: merge(kept, gone, choice=MergeChoice(MergeSide.KEPT, "")))
    with pytest.raises(RuleError) as caught:
        merge(kept, gone, reason="  ")
    assert (caught.value.code, caught.value.field) == (Code.MISSING, "reason")
    refused("not_to_merge", lambda: merge(make_applicant(), gone))
    chair = make_member(role=CHAIR)
    refused("last_chair", lambda: merge(kept, chair))
    with pytest.raises(PermissionDenied):
        merge(kept, gone, by=make_member(role=ORGANISER).user)
    merge(kept, gone)
    refused("people.gone_already", lambda: merge(kept, gone))


def test_a_game_between_the_two_is_corrected_first(two):
    kept, gone, *_others = two
    report(kept, gone, minute=50)
    refused("both_there", lambda: merge(kept, gone))


def test_a_merge_of_a_merge_leads_to_who_is_left(client, two):
    kept, gone, ken, _ann = two
    final = make_member("Final", points=90)
    merge(kept, gone)
    merge(final, Member.objects.get(pk=kept.pk))
    client.force_login(ken.user)
    for old in (kept, gone):
        assert client.get(reverse("games:profile", args=[old.pk])).url == final.get_absolute_url()
    assert rebuild() == 0


@pytest.mark.parametrize("call", ["even", "odd"])
def test_whoever_tossed_for_colour_can_be_merged(two, call):
    """The toss names its Black twice, as who opened or called it too; the two stay in step."""
    kept, gone, ken, _ann = two
    for pair in ((gone, ken), (ken, gone)):
        toss = decided(pair, call)
        assert toss.black is not None
    merge(kept, gone)
    tosses = list(Toss.objects.order_by("pk"))
    assert [{toss.opener_id, toss.caller_id} for toss in tosses] == [{kept.pk, ken.pk}] * 2
    assert {toss.black_id for toss in tosses} == {kept.pk, ken.pk}


def test_every_reference_is_found():
    names = {one.name for one in queries.member_references()}
    assert {"games.Game.black", "games.Toss.opener", "leagues.Participant.guest",
            "leagues.Event_organisers.member", "members.StrengthDecision.member",
            "leagues.HistoricalEntry.member", "games.Merge.kept"} <= names  # fmt: skip
    assert not {"games.Standing.member", "games.RatingEntry.member"} & names
    assert queries.apart()
    assert all(hasattr(model, field) for model, field in queries.told())


# --- A guest ----------------------------------------------------------------------------------
@pytest.fixture
def visitor():
    ken = make_member("Ken", points=110)
    guest = add_guest(name="Walter")
    games = [
        play_with(ken, guest, date(2025, 3, day), minute) for minute, day in enumerate((4, 6, 8))
    ]
    return ken, guest, games


def play_with(ken, guest, day, minute):
    from goclub.games.playing.services.decisions import confirm_game

    game = report(ken, guest, minute=minute * 10, played_on=day)
    return confirm_game(Act(make_member(role=ORGANISER).user, at(day, minute * 10 + 1)), game)


def take_in(guest, on, **more):
    return take_in_guest(Act(None, at(date(2025, 4, 1))), guest, on=on, points=100, **more)


def test_games_from_the_day_of_joining_count(visitor):
    ken, guest, games = visitor
    done = take_in(guest, date(2025, 3, 6))
    paa = RatingEntry.objects.filter(member=guest, system="paa", game__isnull=False)
    assert [entry.game for entry in paa.order_by("on")] == games[1:]
    assert RatingEntry.objects.get(member=ken, system="paa", game=games[0]).code == "guest"
    assert RatingEntry.objects.get(member=ken, system="paa", game=games[2]).code != "guest"
    assert {one.member for one in done.moved} == {ken.pk, guest.pk}
    assert rebuild() == 0


def test_all_games_count_where_the_office_says_so(visitor):
    _ken, guest, games = visitor
    take_in(guest, date(2025, 3, 31), count_before=True)
    assert fresh(guest).joined_on == games[0].played_on
    assert RatingEntry.objects.filter(member=guest, system="paa").count() == 4
    assert rebuild() == 0


def test_a_guest_merged_into_a_member(visitor):
    ken, guest, games = visitor
    kept = make_member("Walter W.", points=100, joined=date(2025, 3, 6))
    merge(kept, guest, choice=MergeChoice())
    assert rebuild() == 0
    assert RatingEntry.objects.get(member=ken, system="paa", game=games[0]).code == "guest"
    assert RatingEntry.objects.filter(member=kept, system="paa", game__isnull=False).count() == 2


def test_nobody_is_taken_in_twice_or_tomorrow(visitor):
    _ken, guest, _games = visitor
    with pytest.raises(RuleError) as caught:
        take_in(guest, date(2025, 4, 2))
    assert caught.value.code == Code.RANGE
    take_in(guest, date(2025, 3, 31))
    refused("no_guest", lambda: take_in(guest, date(2025, 3, 31)))


# --- The pages --------------------------------------------------------------------------------
def test_the_page_looks_first_and_merges_then(client, two):
    kept, gone, ken, _ann = two
    client.force_login(make_member(role=SECRETARY).user)
    url = reverse("games:merge", args=[kept.pk])
    data = {"other_text": f"{gone.display_name} #{gone.pk}", "login": "kept", "strength": "kept",
            "reason": "twice"}  # fmt: skip
    looked = client.post(url, data)
    assert looked.status_code == 200
    assert {kept, ken} <= {row["member"] for row in looked.context["preview"]["touched"]}
    assert Member.objects.filter(pk=gone.pk).exists()
    sent = {one.attrs["name"]: one.attrs["value"] for one in read(looked).all("main form input")}
    assert client.post(url, sent).status_code == 302
    assert not Member.objects.filter(pk=gone.pk).exists()
    page = read(client.get(kept.get_absolute_url()))
    assert "L. Zak" in page.one("section[aria-labelledby=office]").text
    assert client.get(f"/members/{gone.pk}/").url == kept.get_absolute_url()


def test_whom_one_may_not_merge_is_said_beside_what_was_typed(client, two, monkeypatch):
    monkeypatch.setattr("goclub.games.people.views.look_now", lambda *_args, **_more: None)
    client.force_login(make_member(role=SECRETARY).user)
    sent = {"other": make_member(role=CHAIR).pk, "login": "kept", "strength": "kept"}
    answer = client.post(reverse("games:merge", args=[two[0].pk]), {**sent, "reason": "twice"})
    assert answer.status_code == 422
    assert "as high as yours" in answer.text
    assert "twice" in answer.text


@pytest.mark.parametrize("typed", ["Nobody", "#", "#" + "9" * 90])
def test_a_name_that_nobody_bears(client, two, typed):
    client.force_login(make_member(role=SECRETARY).user)
    url = reverse("games:merge", args=[two[0].pk])
    answer = client.post(url, {"other_text": typed, "reason": "x"})
    assert answer.status_code == 422
    assert codes(answer.context["form"])["other"] == ["unknown"]


@pytest.mark.parametrize("name", ["games:merge", "games:take-in"])
def test_who_may_come_in(client, name):
    member, guest = make_member(), add_guest(name="Gast")
    url = reverse(name, args=[member.pk if name == "games:merge" else guest.pk])
    for role in ("visitor", *ROLES):
        client.logout()
        if role != "visitor":
            client.force_login(make_member(role=role).user)
        wanted = {"visitor": 302, MEMBER: 403, ORGANISER: 403}.get(role, 200)
        assert client.get(url).status_code == wanted


def test_a_login_that_came_meanwhile_is_asked_about_too():
    """A secretary's own guest accepts an invitation while the merge with a chair is asked for."""
    make_member(role=CHAIR)
    chair, guest = make_member(role=CHAIR), add_guest(name="Puppet")
    before = chair.user
    with gate_open():
        Member.objects.filter(pk=guest.pk).update(
            status=Member.Status.MEMBER, joined_on=date(2025, 1, 1)
        )
    seen = Member.objects.get(pk=guest.pk)  # without a login
    with gate_open():
        Member.objects.filter(pk=guest.pk).update(user=User.objects.create(username="puppet"))
    by, choice = make_member(role=SECRETARY).user, MergeChoice(MergeSide.GONE, MergeSide.KEPT)
    refused("above_you", lambda: merge(chair, seen, by, choice))
    assert (fresh(chair).user, fresh(before).is_active) == (before, True)


@pytest.mark.django_db(transaction=True)
def test_two_people_merge_the_same_two_at_once():
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    kept, gone = make_member(points=100), make_member(points=130)
    play(kept, make_member(points=90))
    raised = at_once(*[lambda: merge(kept, gone)] * 2)
    assert [type(error) for error in raised] == [RuleError]
    assert Merge.objects.count() == 1
    assert User.objects.filter(is_active=False).count() == 1
    assert rebuild() == 0
