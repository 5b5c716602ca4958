"""`python manage.py check_production`: everything that is wrong, in words, with its cure."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.common.production.checks import Answer, Gravity, asked, registry

_WORDS = {Gravity.STOPS: "STOPS THE START", Gravity.FAULT: "FAULT", Gravity.ADVICE: "advice"}


class Command(BaseCommand):
    help = (
        "Check whether the site is ready for a real club, and list every problem with its "
        "solution. The exit status is 2 if there is a problem; advice does not count."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=["text", "json"], default="text")
        parser.add_argument(
            "--before-start",
            action="store_true",
            help="Leave out what the start repairs; exit status 2 only if the site must not start.",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        before = options["before_start"]
        answers = list(asked(registry(), before_start=before))
        weights = {finding.gravity for answer in answers for finding in answer.findings}
        failing = Gravity.STOPS in weights or (Gravity.FAULT in weights and not before)
        if options["format"] == "json":
            self._tell_json(answers, failing)
        else:
            self._tell(answers)
        if failing:
            sys.exit(2)

    def _tell_json(self, answers: list[Answer], failing: bool) -> None:
        findings = [
            {
                "check": answer.name,
                "gravity": finding.gravity,
                "what": finding.what,
                "cure": finding.cure,
            }
            for answer in answers
            for finding in answer.findings
        ]
        status = "failing" if failing else "ok"
        body = {
            "status": status,
            "asked": [answer.name for answer in answers],
            "findings": findings,
        }
        self.stdout.write(json.dumps(body, ensure_ascii=False, indent=2))

    def _tell(self, answers: list[Answer]) -> None:
        well = [answer.name for answer in answers if not answer.findings]
        for answer in answers:
            for finding in answer.findings:
                self.stdout.write(f"{_WORDS[finding.gravity]}  {answer.name}: {finding.what}")
                self.stdout.write("    " + finding.cure)
        count = sum(len(answer.findings) for answer in answers)
        self.stdout.write(f"{count} findings; in order: {', '.join(well) or 'nothing'}")
