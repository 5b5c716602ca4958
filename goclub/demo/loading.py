"""The demo club: its dated facts, played through the services of the site in order of time."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from inspect import signature
from io import StringIO
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone, translation
from simple_history.signals import pre_create_historical_record

from goclub.common.photos import FACE, ILLUSTRATION
from goclub.common.transactions import unordered
from goclub.demo.facts import ZONE, DemoFiles, Fact
from goclub.demo.tournaments import TournamentFacts
from goclub.games.bulletin.services import add_games, publish, save_bulletin, save_item
from goclub.games.favourites.services import add_favourite
from goclub.games.lessons.services import ask_question, end_lesson, start_lesson
from goclub.games.library.services.records import attach_kifu, upload_kifu
from goclub.games.models import Bulletin, BulletinItem, Game, Kifu
from goclub.games.notebook.services.batches import Upload, start_batch
from goclub.games.notebook.services.entering import enter_batch
from goclub.games.notebook.services.plans import plan_of
from goclub.games.playing.services.decisions import (
    confirm_game,
    decide_game,
    dispute_game,
    void_game,
)
from goclub.games.playing.services.facts import ClaimedResult, GameFacts
from goclub.games.playing.services.pairings import PAIRINGS, PairingReport
from goclub.games.playing.services.reports import report_game
from goclub.games.playing.services.toss import attach_toss, call_toss, decide_toss, open_toss
from goclub.games.problems.services import add_collection, read_collection
from goclub.games.rating.services import set_house_rule
from goclub.go.records.results import parse_result
from goclub.leagues.calendar.services.dates import add_holiday, answer, move_date
from goclub.leagues.calendar.services.series import start_series
from goclub.leagues.challenge.services.challenges import accept, challenge_member
from goclub.leagues.challenge.services.proposals import ChallengeProposal
from goclub.leagues.directory.services import found_league
from goclub.leagues.evening.services.nights import begin_night, close_night
from goclub.leagues.evening.services.pairs import accept_pair
from goclub.leagues.evening.services.people import check_in
from goclub.leagues.evening.services.results import record_result
from goclub.leagues.ladder.services import join, set_rules
from goclub.leagues.league.services.leagues import appoint, publish_regulation
from goclub.leagues.models import Challenge, LeagueEvent, Term
from goclub.leagues.official.services.matches import (
    arrange,
    black_of,
    conditions_of,
    forfeit,
    report_match,
)
from goclub.leagues.official.services.standings import close_term
from goclub.leagues.official.services.terms import (
    open_term,
    seed_divisions,
    sign_up,
    start_term,
    withdraw,
)
from goclub.leagues.season.services.announcing import announce_event, approve_event
from goclub.leagues.season.services.rules import add_preset, change_rules
from goclub.leagues.season.services.sanctions import appeal, give_sanction
from goclub.leagues.season.services.standings import close_season
from goclub.leagues.tournament.services.events import edit_event
from goclub.leagues.tournament.services.registration import register_guest, register_member
from goclub.members.founding.services import found_club, put_first_hour_away, save_welcome
from goclub.members.membership.services.admission import admit_member, apply_to_join
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member, NewsPost, User
from goclub.members.news.services import add_comment, save_post
from goclub.members.people.services import give_nicknames, read_nicknames, save_picture
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.strength.services import certify_strength, set_igs_rank, set_strength
from ratings.halves import parse_half

PASSWORD: Final = "hoshi-demo"  # noqa: S105 - printed on the screen, for the demo only
LOGINS: Final = (CHAIR, SECRETARY, ORGANISER, MEMBER)
MINUTE: Final = timedelta(minutes=1)
#: Columns of the file that is imported.
_NOTEBOOK: Final = ("Date", "Black", "White", "Board", "Handicap", "Komi", "Result", "Place")

#: By the word of a fact the service that is called with its values, by their names.
SERVICES: Final[Mapping[str, Callable[..., object]]] = {
    "answer": answer,
    "appoint": appoint,
    "arrange": arrange,
    "certify": certify_strength,
    "close_season": close_season,
    "close_term": close_term,
    "edit_event": edit_event,
    "forfeit": forfeit,
    "holiday": add_holiday,
    "house_rule": set_house_rule,
    "igs": set_igs_rank,
    "ladder": set_rules,
    "league": found_league,
    "move_date": move_date,
    "preset": add_preset,
    "register": register_member,
    "register_guest": register_guest,
    "regulation": publish_regulation,
    "sanction": give_sanction,
    "seed": seed_divisions,
    "set_strength": set_strength,
    "sign_up": sign_up,
    "start_term": start_term,
    "void": void_game,
    "withdraw": withdraw,
}


def load_demo(*, now: datetime, progress: Callable[[str], object] = lambda _text: None) -> None:
    """Fill an empty database with the demo club: the years before, and the evening of *now*."""
    loader = DemoLoader(DemoFiles.moved_to(now))
    with transaction.atomic(), unordered(), loader.clock():
        month = ""
        for fact in loader.files.facts():
            if month != (month := f"{fact['at']:%B %Y}"):
                progress(f"{month} …")
            loader.play(fact)


class DemoLoader(TournamentFacts):
    """Plays facts one after the other, each at its moment."""

    def __init__(self, files: DemoFiles) -> None:
        super().__init__(files.now)
        self.files = files

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Days are the club's, and histories say when a fact happened."""

        def date_history(history_instance: Any, **_signal: object) -> None:
            history_instance.history_date = self.now

        pre_create_historical_record.connect(date_history)
        with timezone.override(ZONE), translation.override("en"):
            try:
                yield
            finally:
                pre_create_historical_record.disconnect(date_history)

    def play(self, fact: Fact) -> None:
        """Let one fact happen: by a method below, else by the service of its word."""
        values = dict(fact)
        word, self.now = values.pop("do"), values.pop("at")
        if method := getattr(self, f"play_{word}", None):
            method(**values)
            return
        rows = {name: self.resolve(name, value) for name, value in values.items()}
        for member in rows.pop("members", "").split():
            self.call(SERVICES[word], **rows, member=self.people[member])
        if "members" not in values:
            self.call(SERVICES[word], **rows)

    def resolve(self, name: str, value: Any) -> Any:
        """Return the row that a value names; what names none stays as it is."""
        find = getattr(self, f"find_{name}", None)
        if find is None or not isinstance(value, (str, list)):
            return value
        return find(value) if isinstance(value, str) else find(*value)

    def call(self, service: Callable[..., Any], *, by: User | None = None, **values: Any) -> Any:
        """Call a service as of now, and for today where it takes a day and the fact names none."""
        if "on" in signature(service).parameters:
            values.setdefault("on", timezone.localdate(self.now))
        return service(Act(by, self.now), **values)

    # --- People ---------------------------------------------------------------------------------
    def play_join(
        self,
        *,
        key: str,
        born: str,
        applied: str = "",
        rank: str = "",
        points: str = "",
        nicknames: str = "",
        message: str = "",
        **profile: Any,
    ) -> None:
        """Found the club, join it or ask to: the chair, everybody, and who has only applied."""
        email, on = f"{key}@hoshi.example", timezone.localdate(self.now)
        profile.pop("joined", None)
        profile["birth_date"] = self.files.day(born)
        strength: dict[str, Any] = {"rank": rank, "points": int(points) if points else None}
        if key == CHAIR:
            member = found_club(
                at=self.now, on=on, club=self.files.club, email=email, password=PASSWORD,
                **strength, **profile,
            )  # fmt: skip
        else:
            declared = {f"declared_{name}": value for name, value in strength.items()}
            member = apply_to_join(
                at=self.now, email=email, password=PASSWORD if key in LOGINS else None,
                username=key, message=message, **declared, **profile,
            )  # fmt: skip
        give_nicknames(member=member, called=read_nicknames(nicknames))
        if key != CHAIR and not applied:
            by = self.find_by(CHAIR)
            admit_member(Act(by, self.now), member, on=on, **strength)
            if key in LOGINS:
                set_role(Act(by, self.now), member, role=key)
        self.people[key] = Member.objects.select_related("user").get(pk=member.pk)

    def play_settle_in(self, by: str) -> None:
        put_first_hour_away(Act(self.find_by(by)))

    # --- Pictures, news and favourites ----------------------------------------------------------
    def play_pictures(self, by: str, pictures: list[tuple[str, str]]) -> None:
        """Show visitors these pictures, each with what it shows."""
        photos = [(self.files.photo(name, ILLUSTRATION), shows) for name, shows in pictures]
        texts = self.files.club["welcome_texts"]
        save_welcome(Act(self.find_by(by), self.now), texts=texts, pictures=photos)

    def play_face(self, by: str) -> None:
        act = Act(self.find_by(by), self.now)
        save_picture(act, self.people[by], self.files.photo(by, FACE))

    def play_news(
        self,
        by: str,
        title: str,
        text: str,
        *,
        comments: Iterable[tuple[int, str, str]] = (),
        **values: Any,
    ) -> None:
        """Post news; each comment comes so many minutes later."""
        post = save_post(
            Act(self.find_by(by), self.now), NewsPost(title=title, text=text.strip(), **values)
        )
        for minutes, key, words in comments:
            add_comment(Act(self.find_by(key), self.now + minutes * MINUTE), post, text=words)

    def play_star(self, by: str, members: str, games: list[list[Any]]) -> None:
        """Star members, and the records of games."""
        starred: list[Member | Kifu] = [self.people[key] for key in members.split()]
        starred += [self.find_game(*game).kifu for game in games]
        for favourite in starred:
            add_favourite(Act(self.find_by(by), self.now), favourite)

    def play_bulletin(self, by: str, games: list[list[Any]], event: str, **values: str) -> None:
        """Publish a bulletin of games and the standings of an event."""
        act = Act(self.find_by(by), self.now)
        bulletin = save_bulletin(
            act, Bulletin(issued_on=timezone.localdate(self.now), language="en", **values)
        )
        add_games(act, bulletin, [self.find_game(*game).kifu for game in games])
        standings = f"event:{self.find_event(event).pk}"
        part = BulletinItem(
            bulletin=bulletin, kind=BulletinItem.Kind.STANDINGS, standings=standings, title=event
        )
        save_item(act, part)
        publish(act, bulletin, is_published=True)

    def play_problems(self, by: str, title: str, text: str) -> None:
        """Add a collection of problems."""
        act = Act(self.find_by(by), self.now)
        collection = add_collection(act, title=title, files=[(title, text.encode())])
        read_collection(act, {"collection": collection.pk}, lambda _done, _total: None)

    def play_lesson(self, by: str, title: str, text: str, asked: Iterable[list[str]]) -> None:
        """Hold a lesson about records; each question names who asks, the place and the words."""
        act = Act(self.find_by(by), self.now)
        lesson = start_lesson(act, title=title, text=text)
        for key, place, words in asked:
            asking = Act(self.find_by(key), self.now)
            ask_question(asking, lesson, chapter=1, at=place, moves="", text=words)
        end_lesson(act, lesson)

    # --- Games ----------------------------------------------------------------------------------
    def play_game(
        self,
        *,
        black: str,
        white: str,
        by: str,
        result: str,
        confirmed: str = "",
        komi: str = "5.5",
        board: str = "",
        handicap: str = "",
        free: str = "",
        agreed: str = "",
        toss: str = "",
        remark: str = "",
        **more: str,
    ) -> None:
        """Report a game with its record, and let somebody confirm it.

        ``agreed``: it is the game of the challenge that one of the two accepted.  ``toss`` opener,
        call and digit.  With a ``remark`` an organiser decides it.
        """
        outcome, _all = parse_result(result)
        assert outcome is not None
        facts = GameFacts(
            black=self.find_member(black), white=self.find_member(white),
            played_on=timezone.localdate(self.now), board=int(board or 19),
            handicap=int(handicap or 0), komi2=parse_half(komi, "komi"), winner=outcome.outcome,
            ending=outcome.ending, margin2=outcome.margin2, black_free="b" in free,
            white_free="w" in free, **more,
        )  # fmt: skip
        game = self.report(facts, self.find_by(by), agreed=bool(agreed))
        if toss:
            self.toss_for(game, *toss.split())
        at = self.now + 3 * MINUTE
        if remark:
            decide_game(Act(self.find_by(confirmed), at), game, facts=facts, reason=remark)
        elif confirmed:
            confirm_game(Act(self.find_by(confirmed), at), game)

    def report(self, facts: GameFacts, by: User, *, agreed: bool) -> Game:
        kifu = self.record_of(facts, by)
        if not agreed:
            return report_game(Act(by, self.now), facts, kifu=kifu, another=True)
        challenges = Challenge.objects.between(facts.black, facts.white).unplayed()
        key = f"challenge-{challenges.get(state=Challenge.State.ACCEPTED).pk}"
        game = PAIRINGS.take(Act(by, self.now), key, PairingReport(facts, kifu=kifu))
        assert game is not None
        return game

    def record_of(self, facts: GameFacts, by: User) -> Kifu | None:
        """Upload the record of a game, where there is one."""
        names = facts.black.display_name, facts.white.display_name
        data = self.files.records.pop((facts.played_on, *names), None)
        if data is None:
            return None
        return upload_kifu(Act(by, self.now), data, filename=f"{facts.played_on}.sgf")

    def toss_for(self, game: Game, opener: str, call: str, digit: str) -> None:
        by, begun = self.find_by(opener), self.now - timedelta(hours=1)
        [caller] = (player for player in game.players if player != self.people[opener])
        toss = open_toss(Act(by, begun), caller)
        assert caller.user is not None
        called = begun + timedelta(seconds=25)
        toss = call_toss(Act(caller.user, called), toss, call=call)
        # The last digit of the milliseconds decides.
        toss = decide_toss(Act(by, called + timedelta(seconds=27, milliseconds=int(digit))), toss)
        attach_toss(Act(by, self.now), toss, game=game)

    def play_dispute(self, game: list[Any], by: str, reason: str, result: str) -> None:
        claim, _all = parse_result(result)
        assert claim is not None
        claimed = ClaimedResult(claim.outcome, claim.ending, claim.margin2)
        dispute_game(Act(self.find_by(by)), self.find_game(*game), reason=reason, claim=claimed)

    def play_correct(self, game: list[Any], by: str, reason: str) -> None:
        """The winner was entered the wrong way round."""
        row = self.find_game(*game)
        facts = replace(GameFacts.of(row), winner="W" if row.winner == "B" else "B")
        decide_game(Act(self.find_by(by), self.now), row, facts=facts, reason=reason)

    def play_notebook(self, by: str, file: str) -> None:
        """Import the games of the years before the site, then attach their records."""
        user = self.find_by(by)
        rows = self.files.rows(file)
        text = StringIO()
        table = csv.DictWriter(text, _NOTEBOOK)
        table.writeheader()
        table.writerows({**row, "Date": self.files.day(row["Date"])} for row in rows)
        upload = Upload(file, text.getvalue().encode())
        batch = start_batch(Act(user, self.now), [upload], key=uuid4())
        seen = plan_of(batch, by=user, today=timezone.localdate(self.now)).mark
        enter_batch(Act(user, self.now), batch, seen=seen)
        for game in Game.objects.filter(brought__batch=batch).with_players().order_by("pk"):
            if kifu := self.record_of(GameFacts.of(game), user):
                attach_kifu(Act(user), game, kifu=kifu)

    # --- Challenges and the ladder --------------------------------------------------------------
    def play_join_ladder(self, members: str) -> None:
        """Join the ladder one after the other, a minute apart."""
        for number, key in enumerate(members.split()):
            at = self.now + number * MINUTE
            join(Act(self.find_by(key), at), self.people[key])

    def play_challenge(
        self,
        by: str,
        to: str,
        times: list[datetime],
        *,
        ladder: bool = False,
        message: str = "",
        accepted: datetime | None = None,
    ) -> None:
        """Challenge a member, who may accept the last of the times."""
        proposal = ChallengeProposal(
            conditions="paa" if ladder else "even", times=tuple(times), message=message
        )
        challenge = challenge_member(
            Act(self.find_by(by), self.now),
            self.people[by],
            challenged=self.people[to],
            proposal=proposal,
            ladder=ladder,
        )
        if accepted:
            seen, last = challenge.version, len(times)
            accept(Act(self.find_by(to), accepted), challenge, time=last, seen=seen)

    # --- Club nights and the calendar -----------------------------------------------------------
    def play_night(self, by: str, place: str, games: list[list[Any]]) -> None:
        """A club night: minutes after its beginning two are paired, and one of them wins."""
        user, begun = self.find_by(by), self.now
        night = begin_night(Act(user, begun), place=place, tables=12)
        keys = dict.fromkeys(key for _minutes, *two, _result in games for key in two)
        here = {key: check_in(Act(user, begun), night, member=self.people[key]) for key in keys}
        lots = random.Random(str(begun))
        for minutes, first, second, result in games:
            at = begun + minutes * MINUTE
            pair = here[first].pk, here[second].pk
            game = accept_pair(Act(user, at), night, pair=pair, lots=lots)
            winner = "B" if game.black_id == pair[0] else "W"
            margin2 = None if result == "R" else parse_half(result, "result")
            ending = "resign" if margin2 is None else "points"
            record_result(
                Act(user, at + 40 * MINUTE), game, winner=winner, ending=ending, margin2=margin2
            )
        close_night(Act(user, begun + timedelta(hours=4)), night)

    def play_meeting(self, **details: Any) -> None:
        start_series(Act(None, self.now), details)

    # --- Leagues and tournaments ----------------------------------------------------------------
    def play_open_term(self, league: str, name: str, **settings: Any) -> None:
        """Open a term; its name may speak of its first or last day."""
        term = Term.next_for(self.find_league(league), name=name.format(**settings), **settings)
        open_term(Act(None, self.now), term)

    def play_league_game(self, league: str, winner: str, loser: str, result: str) -> None:
        """Report the game of a pairing under its conditions, by so many points, R or F."""
        match, by = self.find_match(league, winner, loser), self.find_by(winner)
        conditions = conditions_of(match)
        black = black_of(match, conditions) or match.first.member
        outcome, _all = parse_result(f"B+{result}")
        assert outcome is not None
        margin2 = outcome.margin2
        if margin2 is not None:  # whole or half points as the komi is
            margin2 += (margin2 + conditions.komi2) % 2
        white = match.second.member if black == match.first.member else match.first.member
        facts = GameFacts(
            black=black, white=white, played_on=timezone.localdate(self.now), place="Club room",
            handicap=conditions.handicap, komi2=conditions.komi2,
            winner="B" if black == self.people[winner] else "W", ending=outcome.ending,
            margin2=margin2,
        )  # fmt: skip
        game = report_match(Act(by, self.now), match, facts=facts)
        confirm_game(Act(self.find_by(loser), self.now + MINUTE / 2), game)

    def play_announce(
        self,
        league: str,
        by: str,
        name: str,
        on: date,
        format: str,
        *,
        approved: bool = False,
        **values: Any,
    ) -> None:
        """Announce a cup three rounds long; whoever announces it runs it."""
        member, row = self.people[by], LeagueEvent(league=self.find_league(league), **values)
        row.run_by, row.format = member, self.find_format(league, format)
        act = Act(member.user, self.now)
        announce_event(act, row, name=name, on=on, rounds=3, place="Club room")
        if approved:
            approve_event(Act(None, self.now), row)

    def play_season_rules(self, league: str, valid_from: date, reason: str, **values: Any) -> None:
        """Let other settings hold from a day on."""
        rules = self.find_league(league).rules_from(valid_from, **values)
        change_rules(Act(None, self.now), rules, reason=reason)

    def play_appeal(self, event: str, by: str, reason: str) -> None:
        sanction = self.find_row(event).sanctions.latest("pk")
        appeal(Act(self.people[by].user, self.now), sanction, reason=reason)
