"""Where each rule is said in words: every app that says rules enters its pages here.

A rule has one page, and on it one element with the rule's id; ``test_rule_ids`` asks both of every
rule that code, templates and the demo club's pages cite.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final


class RulePages:
    """The URL name of the page that says a rule, by the rule's id."""

    def __init__(self) -> None:
        self._by_rule: dict[str, str] = {}

    def add(self, page: str, rules: Iterable[str]) -> None:
        """Let a page say these rules; raises ValueError for one that another page says."""
        for rule in rules:
            if self._by_rule.setdefault(rule, page) != page:
                raise ValueError(f"{rule} is said by {self._by_rule[rule]} and {page}")

    def page_of(self, rule: str) -> str:
        """The URL name of the page; "" where nobody entered one."""
        return self._by_rule.get(rule, "")


RULE_PAGES: Final = RulePages()
