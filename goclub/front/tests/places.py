"""A club with one of everything that can be shared, and readers of every role."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.written_once import written_once
from goclub.games.library.services.filing import file_record
from goclub.games.models import Game, Kifu
from goclub.games.tests.factories import at, play
from goclub.go.records.reading import read
from goclub.go.records.tests.text import LINE, sgf
from goclub.leagues.models import Event, Season, Term
from goclub.leagues.tests.factories import played_event
from goclub.leagues.tests.league_factories import worked_league
from goclub.leagues.tests.season_factories import make_season_league
from goclub.leagues.tournament.services.closing import settle_winners
from goclub.members.models import ClubSettings, Member
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER, SECRETARY
from goclub.members.tests.factories import fresh, make_member

ROLES = ("visitor", "member", "organiser", "secretary", "chair")
THAI, JAPANESE, ODD = "อนงค์ ศรีสุข", "佐藤 健", "Bo <b>ld</b> & Co"


class Club(NamedTuple):
    settings: ClubSettings
    people: dict[str, Member]
    odd: Member
    thai: Member
    private: Member
    unlisted: Member
    former: Member
    game: Game
    kifu: Kifu
    event: Event
    term: Term
    season: Season

    def pictures(self) -> dict[str, str]:
        """The address of a picture of everything, by the name of its page."""
        return {
            "games:detail": reverse("games:picture", args=[self.game.pk]),
            "games:kifu-detail": reverse("games:kifu-picture", args=[self.kifu.pk]),
            "games:profile": reverse("games:member-picture", args=[self.odd.pk]),
            "private": reverse("games:member-picture", args=[self.private.pk]),
            "leagues:event": reverse("leagues:event-picture", args=[self.event.slug]),
            "leagues:term": f"{self.term.get_absolute_url()}picture.png",
            "leagues:season": f"{self.season.get_absolute_url()}picture.png",
        }

    def pages(self) -> dict[str, str]:
        """The address of the page of everything, by its name."""
        return {
            "games:detail": self.game.get_absolute_url(),
            "games:kifu-detail": self.kifu.get_absolute_url(),
            "games:profile": reverse("games:profile", args=[self.odd.pk]),
            "private": reverse("games:profile", args=[self.private.pk]),
            "leagues:event": reverse("leagues:event", args=[self.event.slug]),
            "leagues:term": self.term.get_absolute_url(),
            "leagues:season": self.season.get_absolute_url(),
        }


@written_once
def make_club() -> Club:
    """The club shows everything; who does not want to be found says so himself."""
    settings = ClubSettings.objects.create(pk=1, name="Hoshi Go Club", motto="One <of> play")
    people = {
        "member": make_member("Member"),
        "organiser": make_member("Olga", role=ORGANISER),
        "secretary": make_member("Sue", role=SECRETARY),
        "chair": make_member("Chair", role=CHAIR),
    }
    odd, thai = make_member(ODD), make_member(THAI)
    private, unlisted = make_member("Quiet"), make_member("Unlisted")
    former = make_member("Former")
    Member.objects.filter(pk=private.pk).update(shows_profile=False)
    Member.objects.filter(pk=unlisted.pk).update(is_listed=False)
    game = play(odd, thai, "B+4.5")
    play(thai, odd, "W+R", minute=5)
    Member.objects.filter(pk=former.pk).update(status=Member.Status.FORMER)
    data = sgf(JAPANESE, moves=[*LINE, "ck"])
    kifu = file_record(Act(None, at()), read(data), data=data, filename="g.sgf")
    event = played_event()
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED, closed_at=timezone.now())
    settle_winners(fresh(event))
    event.refresh_from_db()
    term, _players = worked_league(name="Spring term")
    _league, seasons = make_season_league()
    return Club(
        settings, people, odd, thai, private, unlisted, former, game, kifu, event, term, seasons[0]
    )


def show(level: str) -> None:
    """What visitors may see from now on."""
    ClubSettings.objects.update(visitors_see=level)
