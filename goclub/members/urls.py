from django.contrib.auth.views import LogoutView
from django.urls import path

from goclub.members import views

app_name = "members"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("join/", views.join, name="join"),
    path("join/thanks/", views.joined, name="joined"),
    path("me/", views.me, name="me"),
    path("me/password/", views.PasswordChange.as_view(), name="password"),
    path("password/", views.PasswordReset.as_view(), name="password-reset"),
    path(
        "password/<uidb64>/<token>/", views.PasswordResetConfirm.as_view(), name="password-confirm"
    ),
]
