from django.contrib.auth.views import LogoutView
from django.urls import path

from goclub.members.desk.views import desk
from goclub.members.founding import views as founding
from goclub.members.handbook import views as handbook
from goclub.members.hooks import views as hooks
from goclub.members.membership.views import joining, members
from goclub.members.news import views as news
from goclub.members.notices import views as notices
from goclub.members.people import views as people
from goclub.members.programs import views as programs
from goclub.members.push import views as push
from goclub.members.signing import views as signing

app_name = "members"

urlpatterns = [
    path("sign-in/", signing.SignIn.as_view(), name="sign-in"),
    path("sign-in/second/", signing.second_factor, name="second-factor"),
    path("sign-in/passkey/begin/", signing.BeginUsing.as_view(), name="passkey-begin"),
    path("sign-in/passkey/", signing.CompleteUsing.as_view(), name="passkey"),
    path("me/password/confirm/", signing.confirm_password, name="confirm-password"),
    path("me/second-factor/", signing.factors, name="factors"),
    path("me/second-factor/app/", signing.app, name="factor-app"),
    path("me/second-factor/codes/", signing.codes, name="factor-codes"),
    path(
        "me/second-factor/passkey/begin/", signing.BeginAdding.as_view(), name="passkey-add-begin"
    ),
    path("me/second-factor/passkey/", signing.CompleteAdding.as_view(), name="passkey-add"),
    path("me/second-factor/<slug:kind>/<number:pk>/remove/", signing.remove, name="factor-remove"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("join/", joining.join, name="join"),
    path("join/thanks/", joining.joined, name="joined"),
    path("invitations/", members.invitations, name="invitations"),
    path("invitations/mail/", members.invite, name="invite"),
    path("invitations/link/", members.link, name="invite-link"),
    path("invitations/members/", members.invite_all, name="invite-all"),
    path("invitations/member/<number:pk>/", members.invite_member, name="invite-member"),
    path("invitations/<number:pk>/again/", members.again, name="invite-again"),
    path("invitations/<number:pk>/withdraw/", members.withdraw, name="invite-withdraw"),
    path("invited/", joining.sent, name="invited-sent"),
    path("invited/<slug:code>/", joining.invited, name="invited"),
    path("members/register/", joining.register, name="register"),
    path("members/<number:pk>/let-go/", members.let_go, name="let-go"),
    path("members/<number:pk>/second-factor/", members.reset_factor, name="factor-reset"),
    path("members/<number:pk>/return/", members.come_back, name="return"),
    path("found/me/", founding.found_self, name="found-self"),
    path("found/<word:token>/", founding.found, name="found"),
    path("club/welcome/", founding.Welcome.as_view(), name="welcome"),
    path("club/picture/<slug:digest>-<slug:size>.webp", founding.club_picture, name="club-picture"),
    path("first-hour/", founding.first_hour, name="first-hour"),
    path("first-hour/away/", founding.put_away, name="first-hour-away"),
    path("first-hour/letter/", founding.test_letter, name="test-letter"),
    path("me/address/", members.address, name="address"),
    path("address/<word:token>/", members.address_confirm, name="address-confirm"),
    path("me/public/", members.public, name="public"),
    path("me/data/", members.own_data, name="own-data"),
    path("me/data/my-data.zip", members.own_archive, name="own-archive"),
    path("me/leave/", members.leave, name="leave"),
    path("me/", people.me, name="me"),
    path("me/picture/", people.Picture.as_view(), name="picture"),
    path(
        "members/<number:pk>/picture/remove/",
        people.PictureRemoval.as_view(),
        name="picture-remove",
    ),
    path("members/<number:pk>/picture/<slug:digest>-<slug:size>.webp", people.face, name="face"),
    path("me/visit/", people.visit, name="visit"),
    path("me/programs/", programs.programs, name="programs"),
    path("me/programs/<number:pk>/forget/", programs.forget, name="program-forget"),
    path("me/password/", signing.PasswordChange.as_view(), name="password"),
    path("news/", news.news, name="news"),
    path("news/new/", news.PostEdit.as_view(), name="news-new"),
    path("news/feed/", news.feed, name="news-feed"),
    path("news/<number:pk>/", news.post, name="news-post"),
    path("news/<number:pk>/edit/", news.PostEdit.as_view(), name="news-edit"),
    path("news/<number:pk>/delete/", news.PostDeletion.as_view(), name="news-delete"),
    path("news/<number:pk>/comment/", news.CommentAdd.as_view(), name="news-comment"),
    path(
        "news/<number:pk>/picture/<slug:digest>-<slug:size>.webp",
        news.picture,
        name="news-picture",
    ),
    path("news/comments/<number:pk>/edit/", news.CommentEdit.as_view(), name="comment-edit"),
    path(
        "news/comments/<number:pk>/delete/", news.CommentDeletion.as_view(), name="comment-delete"
    ),
    path("news/comments/<number:pk>/hide/", news.CommentHiding.as_view(), name="comment-hide"),
    path("news/comments/<number:pk>/show/", news.CommentShowing.as_view(), name="comment-show"),
    path("webhooks/", hooks.hooks, name="hooks"),
    path("webhooks/<number:pk>/", hooks.hook, name="hook"),
    path("webhooks/<number:pk>/test/", hooks.test, name="hook-test"),
    path("webhooks/<number:pk>/secret/", hooks.renew, name="hook-secret"),
    path("webhooks/<number:pk>/switch/", hooks.switch, name="hook-switch"),
    path("webhooks/<number:pk>/delete/", hooks.delete, name="hook-delete"),
    path("desk/", desk.desk, name="desk"),
    path("desk/backup/now/", desk.back_up, name="backup-now"),
    path("desk/<slug:key>/", desk.kind, name="desk-kind"),
    path("password/", joining.PasswordReset.as_view(), name="password-reset"),
    path(
        "password/<uidb64>/<token>/",
        signing.PasswordResetConfirm.as_view(),
        name="password-confirm",
    ),
    path("me/notices/", notices.notices, name="notices"),
    path("me/notices/read/", notices.mark_read, name="notices-read"),
    path("me/notices/settings/", notices.switches, name="notices-settings"),
    path("me/devices/key/", push.key, name="push-key"),
    path("me/devices/", push.add, name="push-add"),
    path("me/devices/<number:pk>/remove/", push.remove, name="push-remove"),
    path("me/notices/<number:pk>/", notices.open_notice, name="notice-open"),
    path("letters/stop/<word:token>/", notices.stop, name="notices-stop"),
    path("handbook/", handbook.contents, name="handbook"),
    path("handbook/<slug:key>/", handbook.chapter, name="handbook-chapter"),
]
