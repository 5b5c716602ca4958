from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise


class GamesConfig(AppConfig):
    """WHAT WAS PLAYED: games, kifu, the rating ledger, the calculator."""

    name = "goclub.games"
    label = "games"
    verbose_name = _("Games")
    refusals = (
        "goclub.games.rating.labels",
        "goclub.games.playing.labels",
        "goclub.games.library.labels.refusals",
        "goclub.games.jobs.services",
        "goclub.games.people.labels",
        "goclub.games.notebook.labels.questions",
        "goclub.games.problems.labels",
        "goclub.games.bulletin.labels",
    )
    first_hour = ("goclub.games.people.labels",)
    notices = (
        "goclub.games.playing.labels",
        "goclub.games.library.labels.comments",
        "goclub.games.library.labels.review",
    )
    desk = ("goclub.games.playing.views.waiting", "goclub.games.rating.views.waiting")

    #: See ``games.people.queries.relations``.
    people_apart = ("games.Game", "games.Toss")
    people_between = ("games.Favourite", "games.Recording")
    people_told = ("games.Batch.receipt", "games.BatchFile.choices")

    #: What is carried out beside the pages; see ``games.jobs``.
    jobs = (
        "goclub.games.rating.services",
        "goclub.games.people.services.looking",
        "goclub.games.notebook.services.entering",
        "goclub.games.problems.services",
        "goclub.games.bulletin.labels",
    )

    production = ("goclub.games.rating.ledger.production",)

    def ready(self) -> None:
        from goclub.common.rules import RULE_PAGES
        from goclub.games.finding.queries import MemberFinder
        from goclub.games.learn.services import RULES, RuleFinder
        from goclub.games.lessons.queries import LessonFinder
        from goclub.games.library.queries import KifuFinder
        from goclub.games.library.services.positions import index_after_migrate
        from goclub.games.notebook.services.entering import complete_receipt
        from goclub.games.playing.services.searching import GameFinder
        from goclub.games.rating import house_rules
        from goclub.games.rating.ledger import triggers
        from goclub.games.rating.ledger.posting import on_strength_decided
        from goclub.games.rating.systems.paa.rules import TEXTS
        from goclub.games.rating.systems.registry import SYSTEMS
        from goclub.games.signals import batch_recalculated
        from goclub.members.searching.queries import FINDERS
        from goclub.members.signals import strength_decided

        for finder in (MemberFinder(), GameFinder(), KifuFinder(), LessonFinder(), RuleFinder()):
            FINDERS.add(finder)
        RULE_PAGES.add("games:lessons", RULES)
        RULE_PAGES.add("games:points", TEXTS.values())
        batch_recalculated.connect(complete_receipt, dispatch_uid="notebook")
        strength_decided.connect(on_strength_decided, dispatch_uid="ledger")
        pre_migrate.connect(triggers.remove_before_migrate, sender=self, dispatch_uid="triggers")
        post_migrate.connect(triggers.install_after_migrate, sender=self, dispatch_uid="triggers")
        post_migrate.connect(index_after_migrate, sender=self, dispatch_uid="positions")
        self._systems = SYSTEMS
        self._settings = house_rules.specs

    def system_choices(self) -> list[tuple[str, StrOrPromise]]:
        """Key and name of every rating system, for the models below them."""
        return self._systems.names

    def house_rule_choices(self) -> list[tuple[str, StrOrPromise]]:
        """Key and name of every house rule that is a setting, for the models below them."""
        return [(spec.key, spec.name) for spec in self._settings().values()]

    def house_rule_words(self, key: str, value: int) -> str:
        """The value of a house rule as a person would say it; as it is where no system has it."""
        spec = self._settings().get(key)
        return str(value) if spec is None else spec.words(value)
