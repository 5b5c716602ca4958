"""Tournaments of the demo club: created, with registration, played round by round."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, Final

from goclub.demo.facts import Fact
from goclub.demo.tonight import MINUTE, EveningOfNow
from goclub.leagues.models import SignupQuestion, SignupSettings
from goclub.leagues.signup.services.organising import save_signup
from goclub.leagues.signup.services.registrations import confirm, register
from goclub.leagues.tournament.services.closing import close_event
from goclub.leagues.tournament.services.events import create_event
from goclub.leagues.tournament.services.registration import register_member
from goclub.leagues.tournament.services.results import type_result
from goclub.leagues.tournament.services.rounds import pair_round, publish_round
from goclub.members.requests import Act
from ratings.halves import half_text

#: Rating points that make odds of 10 to 1 in a tournament.
_ODDS: Final = 400


class TournamentFacts(EveningOfNow):
    """Plays the facts of tournaments."""

    def play_tournament(self, organisers: str, seed: int, **values: Any) -> None:
        members = [self.people[key] for key in organisers.split()]
        create_event(Act(None, self.now), organisers=members, rng=random.Random(seed), **values)

    def play_signup(self, event: str, question: str, guests: list[Fact], **settings: Any) -> None:
        """Open registration for an event, and let guests register and confirm."""
        row, act = self.find_event(event), Act(None, self.now)
        asked = SignupQuestion(event=row, text=question, kind=SignupQuestion.Kind.YES_NO)
        save_signup(act, SignupSettings(event=row, is_on=True, **settings), questions=[asked])
        for guest in guests:
            confirm(act, register(act, row, language="en", consent=True, **guest))

    def play_hold(self, event: str, players: str) -> None:
        """Hold a cup from its entries to its close."""
        row = self.find_event(event)
        for key in players.split():
            register_member(Act(None, self.now), row, member=self.people[key])
        for number in range(row.rounds_planned):
            self.play_round(event, begins_in=75 * number, lasts=60)
        close_event(Act(None, self.now + timedelta(hours=5)), self.find_event(event))

    def play_round(
        self, event: str, *, begins_in: int = 0, lasts: int = 110, unfinished: int = 0
    ) -> None:
        """Pair a round, publish it, and enter its results but for the last tables."""
        row, paired = self.find_event(event), self.now + begins_in * MINUTE
        [by] = [member.user for member in row.organisers.all()[:1]]
        assert by is not None
        pair_round(Act(None, paired), row)
        published = publish_round(Act(None, paired), self.find_event(event))
        pairings = published.pairings.select_related("black", "white").order_by("table")
        for pairing in list(pairings)[: len(pairings) - unfinished]:
            lots = random.Random(f"{event} {published.number} {pairing.table}")
            ahead = (pairing.black.rating or 0) - (pairing.white.rating or 0)
            key = "b" if lots.random() < 1 / (1 + 10 ** (-ahead / _ODDS)) else "w"
            if lots.random() < 0.6:
                key += f"+{half_text(2 * lots.randrange(1, 30) + pairing.komi2 % 2)}"
            text, at = f"{pairing.table}{key}", paired + lasts * MINUTE
            type_result(Act(by, at), published, text=text)
