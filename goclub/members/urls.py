from django.contrib.auth.views import LogoutView
from django.urls import path

from goclub.members.desk.views import backup, desk
from goclub.members.founding import views as founding
from goclub.members.handbook import views as handbook
from goclub.members.hooks import views as hooks
from goclub.members.membership.views import factors as reset_factors
from goclub.members.membership.views import (
    forgotten,
    invitations,
    invited,
    joining,
    leaving,
    own,
    registering,
)
from goclub.members.notices import views as notices
from goclub.members.people.views import profile
from goclub.members.programs import views as programs
from goclub.members.signing.views import factors, passkeys, passwords, second

app_name = "members"

urlpatterns = [
    path("sign-in/", passwords.SignIn.as_view(), name="sign-in"),
    path("sign-in/second/", second.second_factor, name="second-factor"),
    path("sign-in/passkey/begin/", passkeys.BeginUsing.as_view(), name="passkey-begin"),
    path("sign-in/passkey/", passkeys.CompleteUsing.as_view(), name="passkey"),
    path("me/password/confirm/", passwords.confirm_password, name="confirm-password"),
    path("me/second-factor/", factors.factors, name="factors"),
    path("me/second-factor/app/", factors.app, name="factor-app"),
    path("me/second-factor/codes/", factors.codes, name="factor-codes"),
    path(
        "me/second-factor/passkey/begin/", passkeys.BeginAdding.as_view(), name="passkey-add-begin"
    ),
    path("me/second-factor/passkey/", passkeys.CompleteAdding.as_view(), name="passkey-add"),
    path("me/second-factor/<slug:kind>/<number:pk>/remove/", factors.remove, name="factor-remove"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("join/", joining.join, name="join"),
    path("join/thanks/", joining.joined, name="joined"),
    path("invitations/", invitations.invitations, name="invitations"),
    path("invitations/mail/", invitations.invite, name="invite"),
    path("invitations/link/", invitations.link, name="invite-link"),
    path("invitations/members/", invitations.invite_all, name="invite-all"),
    path("invitations/member/<number:pk>/", invitations.invite_member, name="invite-member"),
    path("invitations/<number:pk>/again/", invitations.again, name="invite-again"),
    path("invitations/<number:pk>/withdraw/", invitations.withdraw, name="invite-withdraw"),
    path("invited/", invited.sent, name="invited-sent"),
    path("invited/<slug:code>/", invited.invited, name="invited"),
    path("members/register/", registering.register, name="register"),
    path("members/<number:pk>/let-go/", leaving.let_go, name="let-go"),
    path("members/<number:pk>/second-factor/", reset_factors.reset, name="factor-reset"),
    path("members/<number:pk>/return/", leaving.come_back, name="return"),
    path("found/me/", founding.found_self, name="found-self"),
    path("found/<word:token>/", founding.found, name="found"),
    path("first-hour/", founding.first_hour, name="first-hour"),
    path("first-hour/away/", founding.put_away, name="first-hour-away"),
    path("first-hour/letter/", founding.test_letter, name="test-letter"),
    path("me/address/", own.address, name="address"),
    path("address/<word:token>/", own.address_confirm, name="address-confirm"),
    path("me/public/", own.public, name="public"),
    path("me/data/", own.own_data, name="own-data"),
    path("me/data/my-data.zip", own.own_archive, name="own-archive"),
    path("me/leave/", leaving.leave, name="leave"),
    path("me/", profile.me, name="me"),
    path("me/visit/", profile.visit, name="visit"),
    path("me/programs/", programs.programs, name="programs"),
    path("me/programs/<number:pk>/forget/", programs.forget, name="program-forget"),
    path("me/password/", passwords.PasswordChange.as_view(), name="password"),
    path("webhooks/", hooks.hooks, name="hooks"),
    path("webhooks/<number:pk>/", hooks.hook, name="hook"),
    path("webhooks/<number:pk>/test/", hooks.test, name="hook-test"),
    path("webhooks/<number:pk>/secret/", hooks.renew, name="hook-secret"),
    path("webhooks/<number:pk>/switch/", hooks.switch, name="hook-switch"),
    path("webhooks/<number:pk>/delete/", hooks.delete, name="hook-delete"),
    path("desk/", desk.desk, name="desk"),
    path("desk/backup/now/", backup.back_up, name="backup-now"),
    path("desk/<slug:key>/", desk.kind, name="desk-kind"),
    path("password/", forgotten.PasswordReset.as_view(), name="password-reset"),
    path(
        "password/<uidb64>/<token>/",
        passwords.PasswordResetConfirm.as_view(),
        name="password-confirm",
    ),
    path("me/notices/", notices.notices, name="notices"),
    path("me/notices/read/", notices.mark_read, name="notices-read"),
    path("me/notices/settings/", notices.switches, name="notices-settings"),
    path("me/notices/<number:pk>/", notices.open_notice, name="notice-open"),
    path("letters/stop/<word:token>/", notices.stop, name="notices-stop"),
    path("handbook/", handbook.contents, name="handbook"),
    path("handbook/<slug:key>/", handbook.chapter, name="handbook-chapter"),
]
