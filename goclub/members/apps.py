from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MembersConfig(AppConfig):
    """WHO: members, roles, declared strength, the chair's decisions."""

    name = "goclub.members"
    label = "members"
    verbose_name = _("Members")
    refusals = (
        "goclub.members.membership.labels",
        "goclub.members.hooks.labels",
    )
    desk = (
        "goclub.members.desk.views.house",
        "goclub.members.desk.views.waiting",
    )
    notices = (
        "goclub.members.notices.labels",
        "goclub.members.news.labels",
        "goclub.members.hooks.labels",
    )
    first_hour = ("goclub.members.founding.services",)

    def ready(self) -> None:
        """Hear of pages that broke, which the rooms below cannot write about; names; visits."""
        from django.contrib.auth.signals import user_logged_in
        from django.core import checks
        from django.db.models.signals import post_delete, post_save

        from goclub.common.backups.restoring import site_restored
        from goclub.common.error_reports import site_failed
        from goclub.members.finding import services as finding
        from goclub.members.handbook.queries import HandbookFinder
        from goclub.members.mail.services.sending import hold_restored
        from goclub.members.mail.services.writing import write_to_office
        from goclub.members.push.services.keys import check_key
        from goclub.members.push.services.sending import drop_restored
        from goclub.members.recent import note_time
        from goclub.members.searching.queries import FINDERS
        from goclub.members.visits import note_sign_in

        FINDERS.add(HandbookFinder())
        site_failed.connect(write_to_office, dispatch_uid="office")
        site_restored.connect(hold_restored, dispatch_uid="letters")
        site_restored.connect(drop_restored, dispatch_uid="push")
        checks.register(check_key)
        user_logged_in.connect(note_sign_in, dispatch_uid="visit")
        user_logged_in.connect(note_time, dispatch_uid="recent")
        member, nickname = self.get_model("Member"), self.get_model("Nickname")
        post_save.connect(finding.member_saved, sender=member, dispatch_uid="name_keys")
        post_save.connect(finding.nickname_saved, sender=nickname, dispatch_uid="name_keys")
        post_delete.connect(finding.nickname_deleted, sender=nickname, dispatch_uid="name_keys")
