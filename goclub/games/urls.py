from django.urls import path

from goclub.games.calculator import views
from goclub.games.calculator.views import conditions_table
from goclub.games.learn.views import lessons
from goclub.games.learn.views.points import points_rules
from goclub.games.library.views import (
    collections,
    comments,
    counting,
    kifu,
    library,
    positions,
    variations,
)
from goclub.games.playing.views import desk, people, report, toss, upload
from goclub.games.playing.views.games import GameList, game_detail
from goclub.games.rating.views import rankings, rulebook, strength
from goclub.games.rating.views.entries import entry_detail

app_name = "games"

urlpatterns = [
    path("members/", people.MemberList.as_view(), name="members"),
    path("rankings/", rankings.rankings, name="rankings"),
    path("rankings/<slug:system>/", rankings.rankings, name="rankings"),
    path("members/me/igs/", strength.igs_rank, name="igs-rank"),
    path("learn/go/", lessons.lessons, name="lessons"),
    path("learn/rules/", rulebook.rulebook, name="rules"),
    path("learn/rules/igs-borders.csv", rulebook.igs_borders, name="igs-borders"),
    path("members/<int:pk>/", people.profile, name="profile"),
    path("members/<int:pk>/against/<int:other>/", people.head_to_head, name="head-to-head"),
    path("members/<int:pk>/igs/", strength.set_igs_rank, name="set-igs-rank"),
    path("members/<int:pk>/strength/", desk.strength, name="strength"),
    path("games/", GameList.as_view(), name="list"),
    path("games/report/", report.report, name="report"),
    path("games/report/kifu/", upload.kifu_upload, name="kifu-upload"),
    path("games/report/kifu/<int:pk>/discard/", upload.kifu_discard, name="kifu-discard"),
    path("games/report/kifu/<int:pk>/encoding/", upload.kifu_encoding, name="kifu-encoding"),
    path("games/report/kifu/<int:pk>/games/", collections.kifu_games, name="kifu-games"),
    path("games/report/kifu/<int:pk>/file/", collections.kifu_file, name="kifu-file"),
    path("games/report/kifu/<int:pk>/add/", collections.kifu_add, name="kifu-add"),
    path("kifu/additions/<int:pk>/back/", collections.addition_back, name="addition-back"),
    path(
        "kifu/additions/<int:pk>/original/", collections.addition_original, name="addition-original"
    ),
    path("games/<int:pk>/", game_detail, name="detail"),
    path("games/<int:pk>/confirm/", report.confirm, name="confirm"),
    path("games/<int:pk>/dispute/", report.dispute, name="dispute"),
    path("games/<int:pk>/withdraw/", report.withdraw, name="withdraw"),
    path("games/<int:pk>/decide/", report.decide, name="decide"),
    path("games/<int:pk>/void/", report.void, name="void"),
    path("games/<int:pk>/kifu.sgf", kifu.kifu_download, name="kifu"),
    path("games/<int:pk>/original.sgf", kifu.kifu_original, name="kifu-original"),
    path("games/positions/", positions.positions, name="positions"),
    path("comments/<int:pk>/edit/", comments.note_edit, name="note-edit"),
    path("comments/<int:pk>/delete/", comments.note_delete, name="note-delete"),
    path("comments/<int:pk>/hide/", comments.note_hide, name="note-hide"),
    path("comments/<int:pk>/show/", comments.note_show, name="note-show"),
    path("variations/<int:pk>/delete/", comments.variation_delete, name="variation-delete"),
    path("variations/<int:pk>/hide/", comments.variation_hide, name="variation-hide"),
    path("variations/<int:pk>/show/", comments.variation_show, name="variation-show"),
    path("games/<int:pk>/kifu/", upload.kifu_attach, name="kifu-attach"),
    path("kifu/", library.kifu_list, name="kifu-list"),
    path("kifu/feed/", library.KifuFeed(), name="kifu-feed"),
    path("kifu/<int:pk>/", kifu.kifu_detail, name="kifu-detail"),
    path("kifu/<int:pk>/embed/", kifu.kifu_embed, name="kifu-embed"),
    path("kifu/<int:pk>/count/", counting.count_kifu, name="kifu-count"),
    path("kifu/<int:pk>/talk/", comments.note_add, name="kifu-comments"),
    path("kifu/<int:pk>/talk.sgf", comments.export, name="kifu-comments-sgf"),
    path("kifu/<int:pk>/vary/", variations.variation_new, name="kifu-variation"),
    path("kifu/<int:pk>/vary/next/", variations.next_move, name="kifu-next"),
    path("kifu/<int:pk>/print/", kifu.kifu_print, name="kifu-print"),
    path("kifu/<int:pk>/record.sgf", kifu.record_download, name="record"),
    path("kifu/<int:pk>/original.sgf", kifu.record_original, name="record-original"),
    path("kifu/<int:pk>/withdraw/", kifu.record_withdraw, name="record-withdraw"),
    path("ledger/<int:pk>/", entry_detail, name="entry"),
    path("toss/", toss.toss_list, name="toss-list"),
    path("toss/<int:pk>/", toss.toss_detail, name="toss"),
    path("toss/<int:pk>/call/", toss.call, name="toss-call"),
    path("toss/<int:pk>/decide/", toss.decide, name="toss-decide"),
    path("toss/<int:pk>/cancel/", toss.cancel, name="toss-cancel"),
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/table/", conditions_table, name="conditions-table"),
    path("learn/points/", points_rules, name="points"),
    path("desk/", desk.desk, name="desk"),
    path("desk/<int:pk>/admit/", desk.admit, name="admit"),
    path("desk/<int:pk>/decline/", desk.decline, name="decline"),
]
