"""The rules in words, and where each is said: every app that says rules enters them here.

A rule has one page, and on it one element with the rule's id; ``test_rule_ids`` asks both of every
rule that code, templates and the demo club's pages cite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True, eq=False)
class RuleText:
    """A rule in words, which the code says once: another object is another rule.

    ``source`` "published", "confirmed" (by another public page) or "house".  ``ours`` what of a
    published rule is the club's own reading.  ``published`` the source's own words, in ``lang``,
    where they can be read in more than one way.
    """

    id: str
    text: StrOrPromise
    source: str = "published"
    ours: StrOrPromise = ""
    published: str = ""
    lang: str = ""


def house_rule_text(
    rule: str, text: StrOrPromise, *, published: str = "", lang: str = ""
) -> RuleText:
    """A rule of the club's own in words, and what of it the source says."""
    return RuleText(rule, text, "house", published=published, lang=lang)


class RulePages:
    """The URL name of the page that says a rule, and its words, by the rule's id."""

    def __init__(self) -> None:
        self._by_rule: dict[str, str] = {}
        self._texts: dict[str, RuleText] = {}

    def add(self, page: str, rules: Iterable[RuleText]) -> None:
        """Let a page say these rules; raises ValueError for one that another page says."""
        for rule in rules:
            if self._by_rule.setdefault(rule.id, page) != page:
                raise ValueError(f"{rule.id} is said by {self._by_rule[rule.id]} and {page}")
            self._texts.setdefault(rule.id, rule)

    def page_of(self, rule: str) -> str:
        """The URL name of the page; "" where nobody entered one."""
        return self._by_rule.get(rule, "")

    def texts(self) -> Iterable[RuleText]:
        """Every rule in words, in the order in which they were entered."""
        return self._texts.values()

    def text_of(self, rule: str) -> RuleText | None:
        """The rule in words; None where nobody entered it."""
        return self._texts.get(rule)


RULE_PAGES: Final = RulePages()
