"""Many games at once: reports confirmed or put back, those of events posted, in one replay.

Who may post the games of an event is the business of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.library.services.records import learn_names
from goclub.games.models import Game
from goclub.games.playing.services.decisions import may_decide, save_fact
from goclub.games.playing.services.facts import KEEPERS, GameFacts
from goclub.games.playing.services.notices import tell_programs
from goclub.games.playing.services.pairings import PAIRINGS, PairingOffer, paired
from goclub.games.rating.ledger.facts import Key, game_key, members_of
from goclub.games.rating.ledger.posting import post_game
from goclub.games.rating.ledger.recalculation import recalculate
from goclub.games.rating.queries import players_ranks
from goclub.games.signals import games_confirmed
from goclub.members.models import HookKind
from goclub.members.notices.services import tell
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.errors import Code, RuleError

State = Game.State

#: Where a game stands in the ledger, and whom it moves.
Place = tuple[Key, set[int]]
#: Games that refused, each with its reason.
Refused = list[tuple[Game, RuleError]]


@atomic_retried
def confirm_games(
    act: Act, games: Sequence[int], *, asked: bool = False
) -> tuple[list[Game], Refused]:
    """Confirm reports for their players, as an organiser may; each is judged by itself.

    Returns those that were confirmed now and those that refused: one's own games, what is disputed
    or void and, unless who entered them was *asked*, what may be the game of an open pairing.  What
    is confirmed already, or gone, is in neither.
    """
    done: list[Game] = []
    refused: Refused = []
    waiting = [game for game in _lock(games) if game.state != State.CONFIRMED]
    open_pairings = [[] for _game in waiting] if asked else PAIRINGS.unanswered(waiting)
    for game, offers in zip(waiting, open_pairings, strict=True):
        if why := _why_not(act, game, offers):
            refused.append((game, why))
            continue
        game.state, game.confirmed_by, game.confirmed_at = State.CONFIRMED, act.user, act.at
        save_fact(game)
        done.append(game)
    rated = [game for game in done if game.is_rated]
    if len(rated) == 1:
        post_game(rated[0])
    else:
        _replay([_place(game) for game in rated])
    for game in done:
        learn_names(game)
    tell_programs(HookKind.CONFIRMED, done, at=act.at)
    if done:
        games_confirmed.send_robust(sender=Game, games=done, at=act.at)
    return done, refused


@atomic_retried
def put_back_games(act: Act, games: Sequence[int]) -> tuple[list[Game], Refused]:
    """Take back what one confirmed for others, so that the reports wait again.

    Returns those that wait now and those that refused: what a closed table holds, and what somebody
    else confirmed.  What waits already is in neither.
    """
    done: list[Game] = []
    refused: Refused = []
    places: list[Place] = []
    for game in _lock(games):
        if game.state != State.CONFIRMED:
            continue
        try:
            if game.confirmed_by_id != act.user.pk or not may_decide(game, act.user):
                raise Refusal(
                    _("Someone else confirmed this game. Ask an organiser to correct it."),
                    code=Code.FORBIDDEN,
                    field="game",
                    reason="not_yours_to_undo",
                )
            KEEPERS.check(game, None)
        except RuleError as error:
            refused.append((game, error))
            continue
        if game.is_rated:
            places.append(_place(game))
        game.state, game.confirmed_by, game.confirmed_at = State.REPORTED, None, None
        save_fact(game)
        done.append(game)
    _replay(places)
    tell_programs(HookKind.VOIDED, done, at=act.at)
    return done, refused


@atomic_retried
def remind_players(act: Act, games: Sequence[int]) -> list[Game]:
    """Remind whoever still has to confirm these reports, once a day; returns those told of.

    Raises PermissionDenied for anybody who does not decide games.
    """
    need(act.user, "games.decide_game")
    waiting = Game.objects.filter(pk__in=games, state=State.REPORTED).with_players()
    ranked = waiting.annotate(**players_ranks()).order_by("pk")
    reminded = []
    for game in ranked:
        ranks = vars(game)
        notices = [
            tell(
                Act(None, act.at),
                player,
                "game.remind",
                url=game.get_absolute_url(),
                key=f"remind:{game.pk}:{act.at:%Y-%m-%d}",
                black=game.black,
                white=game.white,
                black_rank=ranks["black_rank"] or "",
                white_rank=ranks["white_rank"] or "",
            )
            for player in game.players
            if player.user_id not in (None, game.reported_by_id)
        ]
        if any(notices):
            reminded.append(game)
    return reminded


def _why_not(act: Act, game: Game, offers: Sequence[PairingOffer]) -> RuleError | None:
    if not may_decide(game, act.user):
        return Refusal(
            _("You played this game yourself, so another organiser must confirm it."),
            code=Code.FORBIDDEN,
            field="game",
            reason="own_game",
        )
    if game.state != State.REPORTED:
        return RuleError(Code.STATE, "state", game.state, reason="playing.organiser_decides")
    return paired(offers) if offers else None


def _lock(games: Sequence[int]) -> list[Game]:
    return lock_rows(Game.objects.filter(pk__in=games).select_related("black", "white", "kifu"))


def _place(game: Game) -> Place:
    return game_key(game), members_of(game)


def _replay(places: Sequence[Place]) -> None:
    if places:
        recalculate(min(key for key, _pks in places), set().union(*(pks for _key, pks in places)))


@dataclass(frozen=True, slots=True)
class EventGamePosting:
    """One game to be posted; ``before``: the game under which it was posted earlier."""

    facts: GameFacts
    for_league: bool = False
    before: Game | None = None


@atomic_retried
def post_event_games(
    act: Act, games: Sequence[EventGamePosting], *, in_place: bool = False
) -> list[Game]:
    """Store games as confirmed, in their order, and post them to the ledger with one replay.

    A game posted before is brought back and corrected where its facts differ; ``in_place`` it keeps
    the moment of its confirmation, and so its place in the ledger.  The facts must have passed
    :meth:`GameFacts.check`.  Returns the games in the order given.
    """
    posted = []
    corrected: set[int] = set()
    places = []
    for event_game in games:
        game = event_game.before or Game(reported_by=act.by, reported_at=act.at)
        if game.pk and game.state == State.CONFIRMED:
            corrected.add(game.pk)
            places.append(_place(game))
        event_game.facts.write_to(game)
        game.for_league = event_game.for_league
        game.state = State.CONFIRMED
        if not in_place or game.confirmed_at is None:
            game.confirmed_by, game.confirmed_at = act.by, act.at
        game.reason = ""
        save_fact(game)
        places.append(_place(game))
        posted.append(game)
    _replay(places)
    fresh = [game for game in posted if game.pk not in corrected]
    tell_programs(HookKind.CONFIRMED, fresh, at=act.at)
    tell_programs(HookKind.CORRECTED, [game for game in posted if game.pk in corrected], at=act.at)
    return posted


@atomic_retried
def void_event_games(*, games: Iterable[Game], reason: str) -> int:
    """Make games void together; they stay on record.  Returns how many there were."""
    games = list(games)
    counted = [game for game in games if game.state == State.CONFIRMED]
    places = [_place(game) for game in counted]
    for game in games:
        game.state, game.reason = State.VOID, reason.strip()
        save_fact(game)
    _replay(places)
    tell_programs(HookKind.VOIDED, counted, at=timezone.now())
    return len(games)


@atomic_retried
def make_official(*, game: Game, official: bool) -> Game:
    """Say that a game is one of the official league, or none any more; the ledger follows (S1-24).

    Whether it may be is the league's business.
    """
    game = lock_row(game, "black", "white")
    was_rated = game.is_rated
    game.official = official
    save_fact(game)
    if was_rated != game.is_rated:
        recalculate(game_key(game), members_of(game), cause=game)
    return game


@atomic_retried
def give_up_report(*, game: Game, reason: str) -> Game:
    """Make a report void that became something else: the result of a table in an event."""
    game = lock_row(game, "black", "white")
    if game.state != State.REPORTED:
        raise RuleError(Code.STATE, "state", game.state, reason="playing.organiser_decides")
    game.state, game.reason = State.VOID, reason.strip()[:300]
    game.save()
    return game
