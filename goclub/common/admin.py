"""The chair's admin: Django's own, with the club's name and face."""

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class ClubAdminSite(AdminSite):
    """The office, under the club's own name."""

    site_header = _("The club's office")
    site_title = _("Office")
    index_title = _("What would you like to look after?")
    site_url = "/"
    enable_nav_sidebar = True

    def login(
        self,
        request: HttpRequest,
        extra_context: dict[str, object] | None = None,  # noqa: ARG002
    ) -> HttpResponse:
        """The club has one door; who is inside and may not come here is told so."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


class NoHardDelete:
    """Mixin for admins of facts: rows are voided, left or superseded, never deleted."""

    def has_delete_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Nobody deletes here."""
        return False


class ReadOnly(NoHardDelete):
    """Mixin for admins of projections and append-only facts."""

    def has_add_permission(self, _request: HttpRequest, *_args: object) -> bool:
        """Nothing is added here."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Nothing is changed here."""
        return False
