from django.urls import path

from goclub.games.bulletin import views as bulletin
from goclub.games.calculator import views as calculator
from goclub.games.evening import views as evening
from goclub.games.favourites import views as favourites
from goclub.games.finding import views as finding
from goclub.games.jobs import views as jobs
from goclub.games.learn import views as learn
from goclub.games.lessons import views as lessons
from goclub.games.library.views import (
    collections,
    comments,
    counting,
    kifu,
    library,
    memory,
    positions,
    recording,
    review,
    variations,
)
from goclub.games.models import KifuNote, KifuVariation
from goclub.games.notebook.views import batches, drafts, export
from goclub.games.people import views as accounts
from goclub.games.playing.views import answers, desk, people, report, toss, upload
from goclub.games.playing.views.games import GameList, game_detail
from goclub.games.problems import views as problems
from goclub.games.rating.views import rankings, rulebook, strength
from goclub.games.sharing import views as sharing

app_name = "games"

urlpatterns = [
    path("members/find/", finding.find, name="find"),
    path("members/", people.MemberList.as_view(), name="members"),
    path("rankings/", rankings.rankings, name="rankings"),
    path("rankings/<slug:system>/", rankings.rankings, name="rankings"),
    path("members/me/igs/", strength.igs_rank, name="igs-rank"),
    path("learn/go/", learn.lessons, name="lessons"),
    path("learn/problems/", problems.problem_list, name="problems"),
    path("learn/problems/today/", problems.problem_of_day, name="problem-of-day"),
    path("learn/problems/new/", problems.AddCollection.as_view(), name="problems-new"),
    path("learn/problems/<number:pk>/", problems.problem_collection, name="problem-collection"),
    path(
        "learn/problems/<number:pk>/edit/",
        problems.EditCollection.as_view(),
        name="problems-edit",
    ),
    path(
        "learn/problems/<number:pk>/delete/",
        problems.DeleteCollection.as_view(),
        name="problems-delete",
    ),
    path("learn/problems/<number:pk>/<number:number>/", problems.problem, name="problem"),
    path(
        "learn/problems/<number:pk>/<number:number>/vote/",
        problems.VoteDifficulty.as_view(),
        name="problem-vote",
    ),
    path("kifu/<number:pk>/guess/", problems.guess, name="guess"),
    path("kifu/<number:pk>/guess/again/", problems.GuessFromStart.as_view(), name="guess-again"),
    path("learn/rules/", rulebook.rulebook, name="rules"),
    path("learn/rules/igs-borders.csv", rulebook.igs_borders, name="igs-borders"),
    path("members/<number:pk>/", people.profile, name="profile"),
    path("members/<number:pk>/star/", favourites.StarMember.as_view(), name="star-member"),
    path("kifu/<number:pk>/star/", favourites.StarKifu.as_view(), name="star-kifu"),
    path("members/<number:pk>/picture.png", sharing.member, name="member-picture"),
    path("members/<number:pk>/against/<number:against>/", people.head_to_head, name="head-to-head"),
    path("members/<number:pk>/igs/", strength.set_igs_rank, name="set-igs-rank"),
    path("members/<number:pk>/strength/", desk.strength, name="strength"),
    path("members/<number:pk>/role/", accounts.role, name="role"),
    path("members/<number:pk>/joined/", accounts.joining, name="joining"),
    path("members/<number:pk>/merge/", accounts.merge, name="merge"),
    path("members/<number:pk>/take-in/", accounts.take_in, name="take-in"),
    path("members/<number:pk>/erase/", accounts.erase, name="erase"),
    path("games/", GameList.as_view(), name="list"),
    path("games/report/", report.report, name="report"),
    path("games/report/with/<number:pk>/", report.report_short, name="report-short"),
    path("games/report/kifu/", upload.kifu_upload, name="kifu-upload"),
    path("games/report/kifu/<number:pk>/discard/", upload.kifu_discard, name="kifu-discard"),
    path("games/report/kifu/<number:pk>/encoding/", upload.kifu_encoding, name="kifu-encoding"),
    path("kifu/files/", collections.kifu_files, name="kifu-files"),
    path("games/report/kifu/<number:pk>/games/", collections.kifu_games, name="kifu-games"),
    path("games/report/kifu/<number:pk>/file/", collections.kifu_file, name="kifu-file"),
    path("games/report/kifu/<number:pk>/add/", collections.kifu_add, name="kifu-add"),
    path("kifu/additions/<number:pk>/back/", collections.addition_back, name="addition-back"),
    path(
        "kifu/additions/<number:pk>/original/",
        collections.addition_original,
        name="addition-original",
    ),
    path("games/evening/", evening.evening, name="evening"),
    path("games/evening/confirm/", evening.confirm_many, name="evening-confirm"),
    path("kifu/lessons/", lessons.lesson_list, name="lesson-list"),
    path("kifu/lessons/new/", lessons.StartLesson.as_view(), name="lesson-new"),
    path("kifu/lessons/<slug:code>/", lessons.lesson_detail, name="lesson"),
    path("kifu/lessons/<slug:code>/now/", lessons.lesson_now, name="lesson-now"),
    path("kifu/lessons/<slug:code>/step/", lessons.lesson_step, name="lesson-step"),
    path("kifu/lessons/<slug:code>/lesson.sgf", lessons.lesson_file, name="lesson-file"),
    path("kifu/lessons/<slug:code>/chapters/", lessons.AddChapter.as_view(), name="lesson-chapter"),
    path("kifu/lessons/<slug:code>/open/", lessons.OpenChapter.as_view(), name="lesson-open"),
    path("kifu/lessons/<slug:code>/here/", lessons.ComeIn.as_view(), name="lesson-here"),
    path("kifu/lessons/<slug:code>/hand-over/", lessons.HandOver.as_view(), name="lesson-over"),
    path("kifu/lessons/<slug:code>/lead/", lessons.TakeLead.as_view(), name="lesson-lead"),
    path("kifu/lessons/<slug:code>/end/", lessons.EndLesson.as_view(), name="lesson-end"),
    path("kifu/lessons/<slug:code>/delete/", lessons.DeleteLesson.as_view(), name="lesson-delete"),
    path("kifu/lessons/<slug:code>/ask/", lessons.AskQuestion.as_view(), name="lesson-ask"),
    path(
        "kifu/lessons/<slug:code>/questions/<number:pk>/show/",
        lessons.ShowQuestion.as_view(),
        name="lesson-question-show",
    ),
    path(
        "kifu/lessons/<slug:code>/questions/<number:pk>/done/",
        lessons.CloseQuestion.as_view(),
        name="lesson-question-done",
    ),
    path("games/record/", recording.StartRecording.as_view(), name="record-game"),
    path("games/record/<number:pk>/", recording.recording_detail, name="recording"),
    path("games/record/<number:pk>/now/", recording.recording_now, name="recording-now"),
    path("games/record/<number:pk>/moves/", recording.recording_moves, name="recording-moves"),
    path("games/record/<number:pk>/take/", recording.TakeOver.as_view(), name="recording-take"),
    path(
        "games/record/<number:pk>/finish/",
        recording.FinishRecording.as_view(),
        name="recording-finish",
    ),
    path("games/<number:pk>/", game_detail, name="detail"),
    path("games/<number:pk>/picture.png", sharing.game, name="picture"),
    path("games/<number:pk>/confirm/", answers.ConfirmGame.as_view(), name="confirm"),
    path("games/<number:pk>/dispute/", answers.DisputeGame.as_view(), name="dispute"),
    path("games/<number:pk>/accept/", answers.AcceptClaim.as_view(), name="accept"),
    path("games/<number:pk>/withdraw/", answers.WithdrawGame.as_view(), name="withdraw"),
    path("games/<number:pk>/decide/", answers.DecideGame.as_view(), name="decide"),
    path("games/<number:pk>/void/", answers.VoidGame.as_view(), name="void"),
    path("games/<number:pk>/kifu.sgf", kifu.kifu_download, name="kifu"),
    path("games/<number:pk>/original.sgf", kifu.kifu_original, name="kifu-original"),
    path("games/positions/", positions.positions, name="positions"),
    path("comments/<number:pk>/edit/", comments.note_edit, name="note-edit"),
    *(
        path(f"{folder}/<number:pk>/{act}/", view, {"model": model}, name=f"{name}-{act}")
        for folder, name, model in (
            ("comments", "note", KifuNote),
            ("variations", "variation", KifuVariation),
        )
        for act, view in (
            ("delete", comments.annotation_delete),
            ("hide", comments.annotation_hide),
            ("show", comments.annotation_show),
        )
    ),
    path("games/<number:pk>/kifu/", upload.kifu_attach, name="kifu-attach"),
    path("kifu/", library.kifu_list, name="kifu-list"),
    path("kifu/joseki/", memory.joseki, name="joseki"),
    path("kifu/<number:pk>/memory/", memory.kifu_memory, name="kifu-memory"),
    path("members/<number:pk>/openings/", memory.openings, name="openings"),
    path("kifu/feed/", library.feed, name="kifu-feed"),
    path("kifu/bulletins/", bulletin.bulletin_list, name="bulletins"),
    path("kifu/bulletins/new/", bulletin.EditBulletin.as_view(), name="bulletin-new"),
    path("kifu/bulletins/add/", bulletin.AddGames.as_view(), name="bulletin-games"),
    path("kifu/bulletins/<number:pk>/", bulletin.bulletin_detail, name="bulletin"),
    path("kifu/bulletins/<number:pk>/bulletin.pdf", bulletin.bulletin_pdf, name="bulletin-pdf"),
    *(
        path(f"kifu/bulletins/<number:pk>/{step}/", view.as_view(), name=f"bulletin-{step}")
        for step, view in (
            ("make", bulletin.MakePdf),
            ("edit", bulletin.EditBulletin),
            ("part", bulletin.EditItem),
            ("order", bulletin.OrderItems),
            ("publish", bulletin.PublishBulletin),
            ("delete", bulletin.DeleteBulletin),
        )
    ),
    path(
        "kifu/bulletins/<number:pk>/parts/<number:item>/",
        bulletin.EditItem.as_view(),
        name="bulletin-item",
    ),
    path(
        "kifu/bulletins/<number:pk>/parts/<number:item>/remove/",
        bulletin.RemoveItem.as_view(),
        name="bulletin-remove",
    ),
    path("kifu/<number:pk>/", kifu.kifu_detail, name="kifu-detail"),
    path("kifu/<number:pk>/picture.png", sharing.kifu, name="kifu-picture"),
    path("kifu/<number:pk>/tree/", kifu.kifu_tree, name="kifu-tree"),
    path("kifu/<number:pk>/review/", review.AskForReview.as_view(), name="kifu-review"),
    path("kifu/<number:pk>/review/now/", review.review_now, name="kifu-review-now"),
    path("kifu/<number:pk>/review/cancel/", review.CancelReview.as_view(), name="review-cancel"),
    path("kifu/<number:pk>/embed/", kifu.kifu_embed, name="kifu-embed"),
    path("kifu/<number:pk>/count/", counting.count_kifu, name="kifu-count"),
    path("kifu/<number:pk>/talk/", comments.note_add, name="kifu-comments"),
    path("kifu/<number:pk>/talk.sgf", comments.export, name="kifu-comments-sgf"),
    path("kifu/<number:pk>/vary/", variations.variation_new, name="kifu-variation"),
    path("kifu/<number:pk>/print/", kifu.kifu_print, name="kifu-print"),
    path("kifu/<number:pk>/record.sgf", kifu.record_download, name="record"),
    path("kifu/<number:pk>/original.sgf", kifu.record_original, name="record-original"),
    path("kifu/<number:pk>/withdraw/", kifu.record_withdraw, name="record-withdraw"),
    path("jobs/<number:pk>/", jobs.job_detail, name="job"),
    path("jobs/<number:pk>/progress/", jobs.job_progress, name="job-progress"),
    path("ledger/recalculation/", strength.recalculation, name="recalculation"),
    path("ledger/recalculation/progress/", strength.progress, name="recalculation-progress"),
    path("ledger/<number:pk>/", strength.entry_detail, name="entry"),
    path("toss/", toss.toss_list, name="toss-list"),
    path("toss/<number:pk>/", toss.toss_detail, name="toss"),
    path("toss/<number:pk>/call/", toss.call, name="toss-call"),
    path("toss/<number:pk>/decide/", toss.decide, name="toss-decide"),
    path("toss/<number:pk>/cancel/", toss.cancel, name="toss-cancel"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("calculator/table/", calculator.conditions_table, name="conditions-table"),
    path("learn/points/", learn.points_rules, name="points"),
    path("notebook/", batches.notebook, name="notebook"),
    path("notebook/export/", export.export, name="notebook-export"),
    path("notebook/export/members.csv", export.members_csv, name="notebook-members"),
    path("notebook/export/games.csv", export.games_csv, name="notebook-games"),
    path("notebook/export/everything.zip", export.everything_zip, name="notebook-everything"),
    path("notebook/<number:pk>/", batches.batch_detail, name="batch"),
    path("notebook/<number:pk>/columns/", drafts.batch_columns, name="batch-columns"),
    path("notebook/<number:pk>/check/", drafts.batch_check, name="batch-check"),
    path("notebook/<number:pk>/enter/", drafts.batch_enter, name="batch-enter"),
    path("notebook/<number:pk>/progress/", batches.batch_progress, name="batch-progress"),
    path("notebook/<number:pk>/undo/", batches.batch_undo, name="batch-undo"),
    path("notebook/<number:pk>/discard/", batches.batch_discard, name="batch-discard"),
    path("notebook/<number:pk>/<slug:kind>.csv", drafts.batch_faults, name="batch-faults"),
    path(
        "notebook/<number:pk>/<slug:kind>/original/", batches.batch_original, name="batch-original"
    ),
    path("desk/<number:pk>/admit/", desk.admit, name="admit"),
    path("desk/<number:pk>/decline/", desk.decline, name="decline"),
]
