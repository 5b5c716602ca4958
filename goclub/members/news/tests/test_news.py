"""News: who posts and who reads, pins, pictures, comments, and two people at one post."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from goclub.common.tests.reading import read
from goclub.members.models import Letter, NewsComment, NewsPicture, NewsPost, Notice, NoticeSwitch
from goclub.members.news.labels import plain_text
from goclub.members.news.services import add_comment, latest_news, save_post
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, MEMBER, ORGANISER, SECRETARY
from goclub.members.tests.factories import as_member, fresh, make_member, signed_in
from goclub.members.visitors import rights_of

Readers = NewsPost.Readers
NEWS, NEW, FEED = (reverse(f"members:{name}") for name in ("news", "news-new", "news-feed"))


def act(member) -> Act:
    return Act(member.user, timezone.now())


@pytest.fixture
def organiser():
    return make_member("Olga Organiser", role=ORGANISER)


def posted(organiser, title="New boards", text="They are *here*.", **values) -> NewsPost:
    return save_post(act(organiser), NewsPost(title=title, text=text, **values))


def picture(name="boards.png") -> SimpleUploadedFile:
    target = io.BytesIO()
    Image.new("RGB", (900, 400), (90, 60, 30)).save(target, "PNG")
    return SimpleUploadedFile(name, target.getvalue(), "image/png")


def sent(client, url=NEW, **values):
    data = {"title": "New boards", "text": "They are *here*.", "readers": "members"}
    return client.post(url, data | values)


def page(client, post, name="news-post"):
    return client.get(reverse(f"members:{name}", args=[post.pk]))


# -- who -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("role", "status"), [(MEMBER, 403), (ORGANISER, 302), (SECRETARY, 302), (CHAIR, 302)]
)
def test_organisers_and_those_above_them_post_edit_and_delete(client, organiser, role, status):
    post = posted(organiser)
    signed_in(client, role=role)
    edit, delete = (reverse(f"members:news-{name}", args=[post.pk]) for name in ("edit", "delete"))
    assert client.get(NEW).status_code == (200 if status == 302 else 403)
    assert sent(client).status_code == status
    assert sent(client, edit, title="Old boards").status_code == status
    assert fresh(post).title == ("Old boards" if status == 302 else "New boards")
    assert client.post(delete).status_code == (200 if status == 302 else 403)  # it asks first
    assert client.post(delete, {"confirmed": "1"}).status_code == status
    assert NewsPost.objects.filter(pk=post.pk).exists() is (status == 403)


def test_visitors_read_what_is_for_everyone_and_no_comments(client, organiser):
    inside, outside = posted(organiser, "Inside"), posted(organiser, "Open", readers="everyone")
    add_comment(act(make_member("Ken")), outside, text="See you there")
    everything = [client.get(url).content.decode() for url in (NEWS, FEED, "/")]
    for text in everything:
        assert "Inside" not in text
        assert "See you" not in text
    assert "Open" in everything[0]
    assert "Open" in everything[1]
    answer = page(client, inside)
    assert answer.status_code == 302
    assert "sign-in" in answer.headers["Location"]
    assert "See you there" not in page(client, outside).content.decode()
    signed_in(client)
    assert "Inside" in client.get(NEWS).content.decode()
    assert "Inside" in client.get(FEED).content.decode()
    assert "See you there" in page(client, outside).content.decode()


def test_a_visitor_reads_no_name_that_visitors_do_not_find(client):
    post = posted(make_member("Olga Hidden", role=ORGANISER, is_listed=False), readers="everyone")
    assert "Olga Hidden" not in page(client, post).content.decode()
    signed_in(client)
    assert "Olga Hidden" in page(client, post).content.decode()


# -- what ----------------------------------------------------------------------------------------
def test_markup_is_shown_and_never_run(client, organiser):
    text = (
        "<script>alert(1)</script> **bold** [x](javascript:alert(2)) ![y](//evil/y.png)\n\n"
        + "w" * 3000
        + "\n\nשלום \u202eRTL"
    )
    post = posted(organiser, "<b>Cup</b> " + "n" * 100, text)
    signed_in(client)
    for url in (NEWS, post.get_absolute_url(), "/"):
        html = client.get(url).content.decode()
        assert "<script>alert" not in html
        assert "javascript:alert" not in html.replace("](javascript:alert", "")
        assert 'evil/y.png"' not in html
        assert "<b>Cup" not in html
    assert "<strong>bold</strong>" in page(client, post).content.decode()
    assert "\u202e" not in fresh(post).text
    assert "*" not in plain_text(NewsPost(text="*here* and **there**"))
    assert plain_text(NewsPost(text="- one\n- two\n\nCome.")) == "one · two · Come."
    assert "**bold**" not in client.get(FEED).content.decode()


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "up\u202eside"}, "title"),
        ({"title": "t" * 121}, "title"),
        ({"text": " \n "}, "text"),
        ({"text": "\u200b"}, "text"),
        ({"text": "x" * 10_001}, "text"),
        ({"readers": "nobody"}, "readers"),
        ({"pinned_until": "2020-01-01"}, "pinned_until"),
        ({"pinned_until": "soon"}, "pinned_until"),
    ],
)
def test_what_cannot_be_posted_stays_in_the_form(client, values, field):
    signed_in(client, role=ORGANISER)
    answer = sent(client, **values)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert not NewsPost.objects.exists()


@pytest.mark.postgres
def test_pinned_posts_stand_first_until_their_day_is_over(client, organiser):
    today = timezone.localdate()
    pinned = posted(organiser, "Pinned", pinned_until=today)
    newest = posted(organiser, "Newest")
    signed_in(client)
    assert list(client.get(NEWS).context["page"]) == [pinned, newest]
    NewsPost.objects.filter(pk=pinned.pk).update(pinned_until=today - timedelta(days=1))
    assert list(client.get(NEWS).context["page"]) == [newest, pinned]


def test_a_pin_that_is_over_does_not_hinder_an_edit(client, organiser):
    post = posted(organiser)
    NewsPost.objects.filter(pk=post.pk).update(pinned_until="2020-01-01")
    signed_in(client, role=ORGANISER)
    url = reverse("members:news-edit", args=[post.pk])
    assert sent(client, url, title="Other", pinned_until="2020-01-01").status_code == 302
    assert fresh(post).title == "Other"


def test_a_picture_needs_words_and_is_read_like_the_post(client, organiser):
    signed_in(client, role=ORGANISER)
    assert set(sent(client, picture=picture()).context["form"].errors) == {"alt"}
    # The browser does not send the file again: nothing is posted without its picture.
    assert set(sent(client, alt="Three new boards").context["form"].errors) == {"picture"}
    assert not NewsPost.objects.exists()
    sent(client, picture=picture(), alt="Three new boards")
    post, stored = NewsPost.objects.get(), NewsPicture.objects.get()
    url = reverse("members:news-picture", args=[post.pk, stored.digest, "large"])
    answer = client.get(url)
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert Image.open(io.BytesIO(answer.content)).size == (900, 400)
    assert 'alt="Three new boards"' in page(client, post).content.decode()
    edit = reverse("members:news-edit", args=[post.pk])
    sent(client, edit, alt="Three old boards")
    assert fresh(stored).alt == "Three old boards"
    client.logout()
    assert client.get(url).status_code == 404
    NewsPost.objects.update(readers=Readers.EVERYONE)
    assert client.get(url).status_code == 200
    signed_in(client, role=ORGANISER)
    sent(client, edit, alt="x", removes_picture="on")
    assert not NewsPicture.objects.exists()


def test_the_history_keeps_older_versions(organiser):
    post = posted(organiser)
    post.title = "Old boards"
    save_post(act(organiser), post)
    titles = list(post.history.order_by("history_id").values_list("title", flat=True))
    assert titles == ["New boards", "Old boards"]
    assert post.edited_at is not None


# -- two people at once --------------------------------------------------------------------------
def test_of_two_who_edit_one_post_the_second_sees_the_first(client, organiser):
    post = posted(organiser)
    seen = post.version
    post.text = "They are gone."
    save_post(act(organiser), post)
    signed_in(client, role=CHAIR)
    url = reverse("members:news-edit", args=[post.pk])
    answer = sent(client, url, text="They are brown.", version=seen)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "They are gone." in shown
    assert "They are brown." in shown
    assert fresh(post).text == "They are gone."
    again = answer.context["version"]
    assert sent(client, url, text="They are brown.", version=again).status_code == 302
    assert fresh(post).text == "They are brown."


def test_what_is_written_to_a_deleted_post_can_be_copied(client, organiser):
    post = posted(organiser)
    signed_in(client, role=ORGANISER)
    edit = reverse("members:news-edit", args=[post.pk])
    commenting = reverse("members:news-comment", args=[post.pk])
    post.delete()
    for answer in (client.post(commenting, {"text": "Well <b>said"}), sent(client, edit)):
        assert answer.status_code == 404
        assert "deleted" in answer.content.decode()
    assert (
        "Well &lt;b&gt;said" in client.post(commenting, {"text": "Well <b>said"}).content.decode()
    )
    assert client.get(edit).status_code == 404


# -- comments -------------------------------------------------------------------------------------
def test_members_comment_change_and_delete_their_own(client, organiser):
    post = posted(organiser)
    ken = signed_in(client, "Ken")
    url = reverse("members:news-comment", args=[post.pk])
    assert client.post(url, {"text": " "}).status_code == 422
    assert client.post(url, {"text": "x" * 2001}).status_code == 422
    client.post(url, {"text": "Fine <i>boards</i>"})
    comment = NewsComment.objects.get()
    assert comment.author == ken.user
    assert "Fine &lt;i&gt;boards&lt;/i&gt;" in page(client, post).content.decode()
    change = reverse("members:comment-edit", args=[comment.pk])
    client.post(change, {"text": "Very fine"})
    assert fresh(comment).text == "Very fine"
    signed_in(client, "Stranger")
    delete = reverse("members:comment-delete", args=[comment.pk])
    for address in (change, delete, reverse("members:comment-hide", args=[comment.pk])):
        assert client.post(address, {"confirmed": "1", "text": "x"}).status_code == 403
    as_member(client, ken).post(delete, {"confirmed": "1"})
    assert not NewsComment.objects.exists()


def test_an_admin_hides_a_comment_with_a_reason_that_is_shown(client, organiser):
    post = posted(organiser)
    comment = add_comment(act(make_member("Ken")), post, text="Not kind")
    signed_in(client, role=SECRETARY)
    client.post(reverse("members:comment-hide", args=[comment.pk]), {"reason": "Unkind words"})
    signed_in(client, "Reader")
    text = read(page(client, post)).text
    assert "Unkind words" in text
    assert "Not kind" not in text
    signed_in(client, role=SECRETARY)
    client.post(reverse("members:comment-show", args=[comment.pk]))
    assert fresh(comment).hidden_at is None


# -- being told ----------------------------------------------------------------------------------
def test_members_are_notified_and_get_mail_only_if_they_want_it(organiser):
    quiet, keen = make_member("Quiet"), make_member("Keen")
    NoticeSwitch.objects.create(member=keen, kind="news.post", mail=NoticeSwitch.Mail.NOW)
    post = posted(organiser)
    notices = Notice.objects.filter(kind="news.post")
    assert {notice.member for notice in notices} == {quiet, keen}
    assert [letter.member for letter in Letter.objects.filter(kind="news.post")] == [keen]
    add_comment(act(quiet), post, text="Nice")
    add_comment(act(keen), post, text="Indeed")
    add_comment(act(keen), post, text="Very")
    heard = Notice.objects.filter(kind="news.comment").values_list("member", flat=True)
    assert sorted(heard) == sorted([organiser.pk, organiser.pk, quiet.pk])


def test_the_start_page_asks_once_for_the_latest(rf, organiser, django_assert_num_queries):
    old = posted(organiser, "Old")
    NewsPost.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=90))
    for number in range(4):
        posted(organiser, f"Post {number}")
    request = rf.get("/")
    request.user = organiser.user
    rights_of(request)
    request.user.has_perm("x.y")
    with django_assert_num_queries(1):
        latest = latest_news(request, timezone.now())["club_news"]
    assert [post.title for post in latest] == ["Post 3", "Post 2", "Post 1"]
    assert [post.commented for post in latest] == [0, 0, 0]


def test_the_start_page_shows_news_to_members_and_open_news_to_visitors(client, organiser):
    posted(organiser, "Inside")
    posted(organiser, "Open", readers="everyone")
    start = client.get("/").content.decode()
    assert "Open" in start
    assert "Inside" not in start
    assert NEW not in start
    start = as_member(client, organiser).get("/").content.decode()
    assert "Inside" in start
    assert NEW in start
