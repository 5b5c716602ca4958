from django.urls import path

from .views import calculator, desk, games, people, report

app_name = "games"

urlpatterns = [
    path("members/", people.MemberList.as_view(), name="members"),
    path("members/<int:pk>/", people.profile, name="profile"),
    path("members/<int:pk>/strength/", desk.strength, name="strength"),
    path("games/", games.GameList.as_view(), name="list"),
    path("games/report/", report.report, name="report"),
    path("games/report/kifu/", report.kifu_upload, name="kifu-upload"),
    path("games/report/kifu/<int:pk>/discard/", report.kifu_discard, name="kifu-discard"),
    path("games/<int:pk>/", games.game_detail, name="detail"),
    path("games/<int:pk>/confirm/", report.confirm, name="confirm"),
    path("games/<int:pk>/dispute/", report.dispute, name="dispute"),
    path("games/<int:pk>/withdraw/", report.withdraw, name="withdraw"),
    path("games/<int:pk>/decide/", report.decide, name="decide"),
    path("games/<int:pk>/void/", report.void, name="void"),
    path("games/<int:pk>/kifu.sgf", games.kifu_download, name="kifu"),
    path("games/<int:pk>/original.sgf", games.kifu_original, name="kifu-original"),
    path("games/<int:pk>/kifu/", report.kifu_attach, name="kifu-attach"),
    path("ledger/<int:pk>/", games.entry_detail, name="entry"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("learn/points/", calculator.points_rules, name="points"),
    path("desk/", desk.desk, name="desk"),
    path("desk/<int:pk>/admit/", desk.admit, name="admit"),
    path("desk/<int:pk>/decline/", desk.decline, name="decline"),
]
