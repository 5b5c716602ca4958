"""The tables of members, roles and their rights."""

import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import django_countries.fields
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import goclub.members.models.people
from goclub.common.operations import AtOnce
from goclub.members.roles import MEMBERS_GRANTS, grant


def give(apps, _schema_editor):
    grant(apps, "members", MEMBERS_GRANTS)


def order_by_code_points(_apps, schema_editor):
    """PostgreSQL orders texts as a dictionary does; a range of beginnings needs their bytes."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            'ALTER TABLE members_namekey ALTER COLUMN key TYPE varchar(80) COLLATE "C"'
        )


class Migration(migrations.Migration):

    replaces = [
        ("members", name)
        for name in (
            "0001_initial",
            "0002_roles",
            "0003_strength_by_system",
            "0004_language_help",
            "0005_names_with_vowels",
            "0006_language_choices",
            "0007_club_key",
            "0008_role_changes",
            "0009_contact_email",
            "0010_outbox",
            "0011_invitations",
            "0012_people",
            "0013_founding",
            "0014_column_names",
            "0015_public",
            "0016_recalculating",
            "0017_name_keys",
            "0018_program_keys",
            "0019_webhooks",
            "0020_visits",
            "0021_hook_history",
            "0022_request_receipts",
            "0023_second_factor",
            "0024_names_folded_again",
            "0025_ranks_below_9k",
            "0026_no_receipts",
            "0027_words",
            "0028_recalculating_from",
        )
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        AtOnce([
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                    ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                    ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                    ('email', models.EmailField(max_length=254, verbose_name='e-mail address')),
                    ('seen_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last seen')),
                    ('seen_before', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='end of the previous visit')),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ],
                options={
                    'verbose_name': 'user',
                    'verbose_name_plural': 'users',
                    'abstract': False,
                    'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='user_email_once'), models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='user_name_once')],
                },
                managers=[
                    ('objects', django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name='HistoricalMember',
                fields=[
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('status', models.CharField(choices=[('applicant', 'asked to join'), ('member', 'member'), ('former', 'former member'), ('guest', 'guest'), ('declined', 'not admitted')], db_index=True, default='applicant', max_length=10, verbose_name='status')),
                    ('display_name', models.CharField(help_text='As you write it yourself, in any script.', max_length=80, verbose_name='name')),
                    ('romanised_name', models.CharField(blank=True, help_text='In Latin letters, if your name is written in another script.', max_length=80, verbose_name='romanised name')),
                    ('country', django_countries.fields.CountryField(blank=True, max_length=2, verbose_name='country')),
                    ('club', models.CharField(blank=True, help_text='Another club you belong to.', max_length=80, verbose_name='club')),
                    ('language', models.CharField(choices=goclub.members.models.people.language_choices, default='en', help_text='The language the site uses for you.', max_length=12, verbose_name='language')),
                    ('time_zone', models.CharField(default=goclub.members.models.people.default_time_zone, max_length=50, verbose_name='time zone')),
                    ('birth_date', models.DateField(blank=True, help_text='Visible only to you and the chair.', null=True, verbose_name='date of birth')),
                    ('joined_on', models.DateField(blank=True, null=True, verbose_name='joined on')),
                    ('contact_email', models.EmailField(blank=True, help_text='For someone who has no account yet; only admins can see it.', max_length=254, verbose_name='address for an invitation')),
                    ('rated_from', models.DateField(blank=True, editable=False, null=True, verbose_name='games count from')),
                    ('applied_at', models.DateTimeField(blank=True, null=True, verbose_name='asked to join')),
                    ('asks_to_return', models.BooleanField(default=False, editable=False, verbose_name='asks to come back')),
                    ('message', models.TextField(blank=True, max_length=2000, verbose_name='message to the chair')),
                    ('declared_rank', models.CharField(blank=True, choices=[('30k', '30k'), ('29k', '29k'), ('28k', '28k'), ('27k', '27k'), ('26k', '26k'), ('25k', '25k'), ('24k', '24k'), ('23k', '23k'), ('22k', '22k'), ('21k', '21k'), ('20k', '20k'), ('19k', '19k'), ('18k', '18k'), ('17k', '17k'), ('16k', '16k'), ('15k', '15k'), ('14k', '14k'), ('13k', '13k'), ('12k', '12k'), ('11k', '11k'), ('10k', '10k'), ('9k', '9k'), ('8k', '8k'), ('7k', '7k'), ('6k', '6k'), ('5k', '5k'), ('4k', '4k'), ('3k', '3k'), ('2k', '2k'), ('1k', '1k'), ('1d', '1d'), ('2d', '2d'), ('3d', '3d'), ('4d', '4d'), ('5d', '5d'), ('6d', '6d'), ('7d', '7d'), ('8d', '8d'), ('8d+', '8d+')], max_length=4, verbose_name='declared rank')),
                    ('declared_points', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='declared points')),
                    ('is_listed', models.BooleanField(default=True, verbose_name='Visitors can find me in the members list and the rankings')),
                    ('shows_profile', models.BooleanField(default=True, verbose_name='Visitors can open my page')),
                    ('shows_origin', models.BooleanField(default=True, verbose_name='Visitors can see my country and club')),
                    ('user', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('history_date', models.DateTimeField(db_index=True)),
                    ('history_change_reason', models.CharField(max_length=100, null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'historical member',
                    'verbose_name_plural': 'historical members',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='Member',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='member', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                    ('status', models.CharField(choices=[('applicant', 'asked to join'), ('member', 'member'), ('former', 'former member'), ('guest', 'guest'), ('declined', 'not admitted')], db_index=True, default='applicant', max_length=10, verbose_name='status')),
                    ('display_name', models.CharField(help_text='As you write it yourself, in any script.', max_length=80, verbose_name='name')),
                    ('romanised_name', models.CharField(blank=True, help_text='In Latin letters, if your name is written in another script.', max_length=80, verbose_name='romanised name')),
                    ('search_names', models.CharField(default='', editable=False, max_length=200)),
                    ('country', django_countries.fields.CountryField(blank=True, max_length=2, verbose_name='country')),
                    ('club', models.CharField(blank=True, help_text='Another club you belong to.', max_length=80, verbose_name='club')),
                    ('language', models.CharField(choices=goclub.members.models.people.language_choices, default='en', help_text='The language the site uses for you.', max_length=12, verbose_name='language')),
                    ('time_zone', models.CharField(default=goclub.members.models.people.default_time_zone, max_length=50, verbose_name='time zone')),
                    ('birth_date', models.DateField(blank=True, help_text='Visible only to you and the chair.', null=True, verbose_name='date of birth')),
                    ('joined_on', models.DateField(blank=True, null=True, verbose_name='joined on')),
                    ('contact_email', models.EmailField(blank=True, help_text='For someone who has no account yet; only admins can see it.', max_length=254, verbose_name='address for an invitation')),
                    ('rated_from', models.DateField(blank=True, editable=False, null=True, verbose_name='games count from')),
                    ('applied_at', models.DateTimeField(blank=True, null=True, verbose_name='asked to join')),
                    ('asks_to_return', models.BooleanField(default=False, editable=False, verbose_name='asks to come back')),
                    ('message', models.TextField(blank=True, max_length=2000, verbose_name='message to the chair')),
                    ('declared_rank', models.CharField(blank=True, choices=[('30k', '30k'), ('29k', '29k'), ('28k', '28k'), ('27k', '27k'), ('26k', '26k'), ('25k', '25k'), ('24k', '24k'), ('23k', '23k'), ('22k', '22k'), ('21k', '21k'), ('20k', '20k'), ('19k', '19k'), ('18k', '18k'), ('17k', '17k'), ('16k', '16k'), ('15k', '15k'), ('14k', '14k'), ('13k', '13k'), ('12k', '12k'), ('11k', '11k'), ('10k', '10k'), ('9k', '9k'), ('8k', '8k'), ('7k', '7k'), ('6k', '6k'), ('5k', '5k'), ('4k', '4k'), ('3k', '3k'), ('2k', '2k'), ('1k', '1k'), ('1d', '1d'), ('2d', '2d'), ('3d', '3d'), ('4d', '4d'), ('5d', '5d'), ('6d', '6d'), ('7d', '7d'), ('8d', '8d'), ('8d+', '8d+')], max_length=4, verbose_name='declared rank')),
                    ('declared_points', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='declared points')),
                    ('is_listed', models.BooleanField(default=True, verbose_name='Visitors can find me in the members list and the rankings')),
                    ('shows_profile', models.BooleanField(default=True, verbose_name='Visitors can open my page')),
                    ('shows_origin', models.BooleanField(default=True, verbose_name='Visitors can see my country and club')),
                ],
                options={
                    'verbose_name': 'member',
                    'verbose_name_plural': 'members',
                    'ordering': ['display_name', 'pk'],
                    'permissions': [('approve_member', 'Can admit or decline applicants'), ('set_strength', "Can set a member's points or rank"), ('certify_strength', "Can certify a member's points as official"), ('see_birth_date', "Can see members' dates of birth"), ('set_role', 'Can give members their roles')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('status', 'member'), _negated=True), ('joined_on__isnull', False), _connector='OR'), name='member_joined_when_member'), models.CheckConstraint(condition=models.Q(('display_name', ''), _negated=True), name='member_named')],
                },
            ),
            migrations.CreateModel(
                name='Nickname',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nicknames', to='members.member')),
                    ('name', models.CharField(max_length=80, verbose_name='name in kifu')),
                    ('folded', models.CharField(db_index=True, editable=False, max_length=80)),
                    ('server', models.CharField(blank=True, help_text='For example KGS, OGS, Fox.', max_length=40, verbose_name='server')),
                    ('learned', models.BooleanField(default=False, editable=False, verbose_name='learned from a kifu')),
                ],
                options={
                    'verbose_name': 'nickname',
                    'verbose_name_plural': 'nicknames',
                    'ordering': ['name'],
                    'constraints': [models.UniqueConstraint(fields=('member', 'folded'), name='nickname_once_per_member')],
                },
            ),
            migrations.CreateModel(
                name='HistoricalClubSettings',
                fields=[
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('name', models.CharField(default='Hoshi Go Club', max_length=60, verbose_name='name')),
                    ('motto', models.CharField(blank=True, max_length=120, verbose_name='motto')),
                    ('mark', models.CharField(choices=[('stones', 'two stones'), ('hoshi', 'a star point'), ('ko', 'a ko')], default='stones', max_length=10, verbose_name='mark')),
                    ('accent', models.CharField(default='#1f6f5c', help_text='Used for links and the primary button on light pages; a lighter shade of it is used on dark pages. It needs a contrast of at least 4.5 to 1 with the page.', max_length=7, validators=[django.core.validators.RegexValidator('^#[0-9a-fA-F]{6}$', 'Write it as #rrggbb, e.g. #1f6f5c.')], verbose_name='accent colour')),
                    ('visitors_see', models.CharField(choices=[('everything', 'members list, profiles and games'), ('table', 'members list and games, but no profiles'), ('nothing', 'nothing about members: no list, no profiles, no games')], default='everything', max_length=12, verbose_name='visitors can see')),
                    ('welcome', models.TextField(blank=True, help_text='A paragraph for the start page: where and when you meet.', max_length=1000, verbose_name='welcome')),
                    ('language', models.CharField(choices=goclub.members.models.people.language_choices, default='en', help_text='For e-mails, and for visitors whose browser asks for a language the site does not have.', max_length=12, verbose_name='language')),
                    ('time_zone', models.CharField(blank=True, help_text='The time zone for visitors and new members. Empty: the server’s.', max_length=50, verbose_name='time zone')),
                    ('second_factor_for', models.CharField(blank=True, choices=[('', 'nobody; everyone may'), ('office', 'chair and secretaries'), ('staff', 'chair, secretaries and organisers')], default='', help_text='They must set one up before anything else opens: an authenticator app or a passkey, asked for after the password at each sign-in.', max_length=6, verbose_name='second factor required for')),
                    ('first_hour_over', models.BooleanField(default=True, editable=False)),
                    ('key', models.UUIDField(default=uuid.uuid4, editable=False)),
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('history_date', models.DateTimeField(db_index=True)),
                    ('history_change_reason', models.CharField(max_length=100, null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'historical club settings',
                    'verbose_name_plural': 'historical club settings',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='ClubSettings',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(default='Hoshi Go Club', max_length=60, verbose_name='name')),
                    ('motto', models.CharField(blank=True, max_length=120, verbose_name='motto')),
                    ('mark', models.CharField(choices=[('stones', 'two stones'), ('hoshi', 'a star point'), ('ko', 'a ko')], default='stones', max_length=10, verbose_name='mark')),
                    ('accent', models.CharField(default='#1f6f5c', help_text='Used for links and the primary button on light pages; a lighter shade of it is used on dark pages. It needs a contrast of at least 4.5 to 1 with the page.', max_length=7, validators=[django.core.validators.RegexValidator('^#[0-9a-fA-F]{6}$', 'Write it as #rrggbb, e.g. #1f6f5c.')], verbose_name='accent colour')),
                    ('visitors_see', models.CharField(choices=[('everything', 'members list, profiles and games'), ('table', 'members list and games, but no profiles'), ('nothing', 'nothing about members: no list, no profiles, no games')], default='everything', max_length=12, verbose_name='visitors can see')),
                    ('welcome', models.TextField(blank=True, help_text='A paragraph for the start page: where and when you meet.', max_length=1000, verbose_name='welcome')),
                    ('language', models.CharField(choices=goclub.members.models.people.language_choices, default='en', help_text='For e-mails, and for visitors whose browser asks for a language the site does not have.', max_length=12, verbose_name='language')),
                    ('time_zone', models.CharField(blank=True, help_text='The time zone for visitors and new members. Empty: the server’s.', max_length=50, verbose_name='time zone')),
                    ('second_factor_for', models.CharField(blank=True, choices=[('', 'nobody; everyone may'), ('office', 'chair and secretaries'), ('staff', 'chair, secretaries and organisers')], default='', help_text='They must set one up before anything else opens: an authenticator app or a passkey, asked for after the password at each sign-in.', max_length=6, verbose_name='second factor required for')),
                    ('first_hour_over', models.BooleanField(default=True, editable=False)),
                    ('key', models.UUIDField(default=uuid.uuid4, editable=False)),
                    ('recalculating_from', models.DateField(editable=False, null=True)),
                ],
                options={
                    'verbose_name': 'club settings',
                    'verbose_name_plural': 'club settings',
                    'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='club_settings_one_row')],
                },
            ),
            migrations.CreateModel(
                name='NameKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='name_keys', to='members.member')),
                    ('key', models.CharField(max_length=80)),
                ],
                options={
                    'verbose_name': 'name key',
                    'verbose_name_plural': 'name keys',
                    'constraints': [models.UniqueConstraint(fields=('key', 'member'), name='name_key_once_per_member')],
                },
            ),
            migrations.CreateModel(
                name='HistoricalWebhook',
                fields=[
                    ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                    ('name', models.CharField(max_length=60, verbose_name='name')),
                    ('address', models.CharField(max_length=500, verbose_name='address')),
                    ('form', models.CharField(choices=[('json', 'JSON, for your own program'), ('discord', 'a sentence, for a Discord channel')], default='json', max_length=10, verbose_name='form')),
                    ('topics', models.JSONField(default=list, verbose_name='subscribed to')),
                    ('off', models.CharField(blank=True, choices=[('hand', 'manually'), ('failing', 'no message accepted for days'), ('gone', 'the address is gone for good')], max_length=10, verbose_name='off')),
                    ('made_at', models.DateTimeField(verbose_name='created at')),
                    ('made_by', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                    ('history_id', models.AutoField(primary_key=True, serialize=False)),
                    ('history_date', models.DateTimeField(db_index=True)),
                    ('history_change_reason', models.CharField(max_length=100, null=True)),
                    ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                    ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'historical webhook',
                    'verbose_name_plural': 'historical webhooks',
                    'ordering': ('-history_date', '-history_id'),
                    'get_latest_by': ('history_date', 'history_id'),
                },
                bases=(simple_history.models.HistoricalChanges, models.Model),
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60, verbose_name='name')),
                    ('address', models.CharField(max_length=500, verbose_name='address')),
                    ('form', models.CharField(choices=[('json', 'JSON, for your own program'), ('discord', 'a sentence, for a Discord channel')], default='json', max_length=10, verbose_name='form')),
                    ('topics', models.JSONField(default=list, verbose_name='subscribed to')),
                    ('secret', models.CharField(editable=False, max_length=80)),
                    ('off', models.CharField(blank=True, choices=[('hand', 'manually'), ('failing', 'no message accepted for days'), ('gone', 'the address is gone for good')], max_length=10, verbose_name='off')),
                    ('made_at', models.DateTimeField(verbose_name='created at')),
                    ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                    ('failures', models.PositiveIntegerField(default=0, editable=False)),
                    ('failing_since', models.DateTimeField(editable=False, null=True)),
                    ('rests_until', models.DateTimeField(editable=False, null=True)),
                ],
                options={
                    'verbose_name': 'webhook',
                    'verbose_name_plural': 'webhooks',
                    'ordering': ['pk'],
                },
            ),
            migrations.CreateModel(
                name='Delivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='members.webhook')),
                    ('key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ('kind', models.CharField(choices=[('game.confirmed', 'result confirmed'), ('game.corrected', 'result corrected'), ('game.voided', 'result no longer counts'), ('rank.changed', 'rank changed'), ('event.opened', 'tournament opened'), ('event.round_published', 'round published'), ('event.closed', 'tournament over'), ('event.cancelled', 'tournament cancelled'), ('test', 'test')], max_length=30, verbose_name='kind')),
                    ('about', models.BigIntegerField(null=True)),
                    ('said', models.JSONField(default=dict)),
                    ('at', models.DateTimeField(verbose_name='happened at')),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'sending'), ('sent', 'accepted'), ('failed', 'given up'), ('dropped', 'discarded')], default='waiting', max_length=10, verbose_name='state')),
                    ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('next_try_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='next attempt')),
                    ('trouble', models.CharField(blank=True, max_length=20)),
                    ('status', models.PositiveSmallIntegerField(null=True)),
                    ('worker', models.CharField(blank=True, editable=False, max_length=80)),
                    ('written_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('changed_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='since')),
                ],
                options={
                    'verbose_name': 'message to a program',
                    'verbose_name_plural': 'messages to programs',
                    'ordering': ['-pk'],
                    'indexes': [models.Index(fields=['state', 'next_try_at'], name='delivery_due'), models.Index(fields=['hook', '-id'], name='delivery_latest')],
                },
            ),
            migrations.CreateModel(
                name='Letter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('to', models.EmailField(max_length=254, verbose_name='to')),
                    ('subject', models.CharField(max_length=200, verbose_name='subject')),
                    ('text', models.TextField(verbose_name='text')),
                    ('html', models.TextField(blank=True)),
                    ('language', models.CharField(choices=goclub.members.models.people.language_choices, max_length=12, verbose_name='language')),
                    ('kind', models.CharField(max_length=40, verbose_name='kind')),
                    ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='letters', to='members.member', verbose_name='member')),
                    ('key', models.CharField(blank=True, editable=False, max_length=150)),
                    ('unsubscribe', models.CharField(blank=True, editable=False, max_length=300)),
                    ('message_id', models.UUIDField(default=uuid.uuid4, editable=False)),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'sending'), ('handed', 'being handed over'), ('sent', 'sent'), ('failed', 'failed'), ('doubtful', 'possibly sent'), ('dropped', 'discarded')], default='waiting', max_length=10, verbose_name='state')),
                    ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                    ('next_try_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='next attempt')),
                    ('error', models.CharField(blank=True, max_length=300, verbose_name='error')),
                    ('worker', models.CharField(blank=True, editable=False, max_length=80)),
                    ('written_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='written')),
                    ('changed_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='since')),
                ],
                options={
                    'verbose_name': 'e-mail',
                    'verbose_name_plural': 'e-mails',
                    'ordering': ['-written_at', '-pk'],
                    'indexes': [models.Index(fields=['state', 'next_try_at'], name='letter_due')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='letter_key_once')],
                },
            ),
            migrations.CreateModel(
                name='Notice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='members.member')),
                    ('kind', models.CharField(max_length=40)),
                    ('params', models.JSONField(default=dict)),
                    ('url', models.CharField(max_length=300)),
                    ('key', models.CharField(blank=True, editable=False, max_length=150)),
                    ('at', models.DateTimeField()),
                    ('read_at', models.DateTimeField(blank=True, null=True)),
                    ('in_digest', models.BooleanField(default=False)),
                ],
                options={
                    'verbose_name': 'notice',
                    'verbose_name_plural': 'notices',
                    'ordering': ['-at', '-pk'],
                    'indexes': [models.Index(condition=models.Q(('read_at', None)), fields=['member'], name='notice_unread'), models.Index(fields=['member', '-at'], name='notice_list')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('member', 'key'), name='notice_key_once')],
                },
            ),
            migrations.CreateModel(
                name='NoticeSwitch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notice_switches', to='members.member')),
                    ('kind', models.CharField(max_length=40)),
                    ('mail', models.CharField(choices=[('now', 'immediately'), ('daily', 'once a day'), ('never', 'never')], max_length=6)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('member', 'kind'), name='notice_switch_once')],
                },
            ),
            migrations.CreateModel(
                name='DigestSent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='members.member')),
                    ('day', models.DateField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('member', 'day'), name='digest_once_a_day')],
                },
            ),
            migrations.CreateModel(
                name='Invitation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(max_length=40, unique=True, verbose_name='code')),
                    ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                    ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                    ('language', models.CharField(blank=True, choices=goclub.members.models.people.language_choices, max_length=12, verbose_name='language')),
                    ('message', models.TextField(blank=True, max_length=1000, verbose_name='message')),
                    ('member', models.ForeignKey(blank=True, help_text='The member record that the invited person takes over.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='members.member', verbose_name='member')),
                    ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='issued', to='members.invitation', verbose_name='link')),
                    ('uses', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1)], verbose_name='uses')),
                    ('used', models.PositiveSmallIntegerField(default=0, verbose_name='used')),
                    ('valid_until', models.DateTimeField(verbose_name='valid until')),
                    ('made_at', models.DateTimeField(verbose_name='created at')),
                    ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                    ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent at')),
                    ('sent_times', models.PositiveSmallIntegerField(default=0, verbose_name='times sent')),
                    ('accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='accepted at')),
                    ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn at')),
                ],
                options={
                    'verbose_name': 'invitation',
                    'verbose_name_plural': 'invitations',
                    'ordering': ['-made_at', '-pk'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('used__lte', models.F('uses'))), name='invitation_used_at_most_its_uses')],
                },
            ),
            migrations.CreateModel(
                name='MembershipStep',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='members.member', verbose_name='member')),
                    ('kind', models.CharField(choices=[('asked', 'asked to join'), ('admitted', 'was admitted'), ('declined', 'was declined'), ('registered', 'was entered by an admin'), ('signed_up', 'accepted an invitation'), ('left', 'left the club'), ('let_go', 'was removed from the club'), ('founded', 'founded the club or took it over'), ('returned', 'came back')], max_length=12, verbose_name='what happened')),
                    ('at', models.DateTimeField(verbose_name='at')),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                    ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ],
                options={
                    'verbose_name': 'membership step',
                    'verbose_name_plural': 'membership steps',
                    'ordering': ['at', 'pk'],
                },
            ),
            migrations.CreateModel(
                name='RoleChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_changes', to='members.member', verbose_name='member')),
                    ('before', models.CharField(blank=True, max_length=20, verbose_name='before')),
                    ('after', models.CharField(blank=True, max_length=20, verbose_name='after')),
                    ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='given at')),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='given by')),
                    ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ],
                options={
                    'verbose_name': 'role change',
                    'verbose_name_plural': 'role changes',
                    'ordering': ['-at', '-pk'],
                },
            ),
            migrations.CreateModel(
                name='StrengthDecision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='members.member', verbose_name='member')),
                    ('system', models.CharField(choices=[('paa', 'PAA points'), ('igs', 'IGS rank')], default='paa', help_text='The first declared strength starts the member in every system.', max_length=8, verbose_name='system')),
                    ('kind', models.CharField(choices=[('declared', 'declared on joining'), ('set', 'set by an admin'), ('certified', 'certified as official'), ('revised', 'provisional rank changed by the member')], max_length=10, verbose_name='kind')),
                    ('points', models.PositiveSmallIntegerField(blank=True, help_text='0 to 999.', null=True, verbose_name='points')),
                    ('rank', models.CharField(blank=True, help_text='Leave empty to derive the rank from the points.', max_length=4, verbose_name='rank')),
                    ('effective_on', models.DateField(verbose_name='valid from')),
                    ('decided_at', models.DateTimeField(verbose_name='decided at')),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                    ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ],
                options={
                    'verbose_name': 'strength decision',
                    'verbose_name_plural': 'strength decisions',
                    'ordering': ['effective_on', 'decided_at', 'pk'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('points', None), ('points__lte', 999), _connector='OR'), name='decision_points_in_range'), models.CheckConstraint(condition=models.Q(('kind__in', ['declared', 'revised']), models.Q(('reason', ''), _negated=True), _connector='OR'), name='decision_by_office_has_reason')],
                },
            ),
            migrations.CreateModel(
                name='ProgramKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='program_keys', to='members.member', verbose_name='member')),
                    ('name', models.CharField(max_length=60, verbose_name='program')),
                    ('start', models.CharField(max_length=8, verbose_name='begins with')),
                    ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                    ('scopes', models.JSONField(default=list, verbose_name='can read')),
                    ('made_at', models.DateTimeField(verbose_name='created at')),
                ],
                options={
                    'verbose_name': 'program key',
                    'verbose_name_plural': 'program keys',
                    'ordering': ['-made_at', '-pk'],
                },
            ),
        ]),
        migrations.RunPython(order_by_code_points, migrations.RunPython.noop),
        migrations.RunPython(give, migrations.RunPython.noop),
    ]
