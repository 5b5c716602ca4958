"""The toy system as the site knows it."""

from __future__ import annotations

from goclub.common.forms import read_whole
from goclub.games.labels import ComputationLine
from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.protocol import RatingSystem, RuleText, ShownStanding, Spec
from goclub.games.rating.tests.toy.engine import ENGINE, START, Rules, State


class Toy(RatingSystem):
    """Three points for a win."""

    key = "toy"
    name = "Toy points"
    engine = ENGINE
    has_ranks = False
    settings = (
        Spec("toy_win", "Toy: points for a win", key, ("TOY-2",), 1, 9, 3, "Three is a habit."),
    )
    rule_texts = (
        RuleText("TOY-1", "Everybody begins with a hundred toy points."),
        RuleText("TOY-2", "A win brings three of them, a jigo one."),
        RuleText("TOY-3", "Small boards bring none."),
    )
    typed_fields = (TypedField("toy", "Toy points"),)

    def read(self, data):
        return State(**data)

    def figure(self, state):
        return state.points, None, ""

    def shown(self, state):
        return ShownStanding(points=state.points, games=state.games)

    def order(self, _rank):
        return 0

    def decision(self, fact):
        return fact.kind

    def rules_of(self, values, _table):
        return Rules(win=values["toy_win"])

    def short_reason(self, entry):
        return "begins to play" if entry.decision_id else f"{entry.delta} toys gained"

    def computation(self, entry):
        yield ComputationLine(
            f"From {entry.before} to {entry.after} toys.", entry.reason["rules"][0]
        )

    reasons_not_counted = {"small": lambda: "no toy on small boards"}

    def forecast(self, state, rules):
        yield ComputationLine(f"The next win leads to {state.points + rules.win} toys.", "TOY-2")

    def read_typed(self, typed, held, _rules):
        return State(read_whole(typed["toy"], "toy"), 0) if typed["toy"] else held

    def assumed(self, _ranks, _rules):
        return State(START, 0)


TOY = Toy()
