"""How the rules make many frozen objects in little time.

A frozen dataclass is filled in through object.__setattr__, field by field, and a state checks
itself besides; in a replay of a club's whole history that was half of all the time.  A draft has
the same slots and is filled in by plain assignment; giving it the frozen class is the last touch,
and from then on nobody can change it.  Only for values that the rules themselves have computed.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from ratings.system import Inputs, Reason, Step

S = TypeVar("S")


class ReasonDraft:
    __slots__ = Reason.__slots__


class StepDraft(Generic[S]):
    __slots__ = Step.__slots__


class Told:
    """The inputs of a reason, written as attributes and taken out as ``__dict__``.

    Make a subclass for each kind of reason: the dicts of one class share their table of keys (PEP
    412, up to thirty keys): nothing is hashed when they are filled in, and each takes a third of
    the room of a dict that was written out.
    """


def make_step(
    state: S,
    delta: int | float,
    system: str,
    code: str,
    rules: tuple[str, ...],
    inputs: Inputs,
) -> Step[S]:
    """Return the step with a reason of these parts; nothing is checked or copied."""
    reason: Any = ReasonDraft()
    reason.system = system
    reason.code = code
    reason.rules = rules
    reason.inputs = inputs
    reason.__class__ = Reason
    step: Any = StepDraft()
    step.state = state
    step.delta = delta
    step.reason = reason
    step.__class__ = Step
    done: Step[S] = step
    return done
