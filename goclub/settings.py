"""Settings of the site.

Every value that a club may want to change comes from the environment (or from a file `.env` beside
manage.py).  What is missing or malformed is collected in ``SETTING_FAULTS``, and manage.py and the
web server tell all of it at once and do not start.  Without any environment the site runs as the
demo on this machine; with `GOCLUB_ENV=production` the insecure defaults are refused.
"""

import os
import re
import secrets
import shlex
import sys
import tomllib
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext
from bootstrap_wrapper import get_bootstrap_dir
from django.utils.translation import gettext_lazy as _

from goclub.common.environment import Environment, Stops
from goclub.common.logs import logging_config
from goclub.common.redis_cache import key_prefix, release_of
from goclub.common.zones import is_zone

# Lets classes name what they are made for, as in ModelForm[Member].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment(Path(os.environ.get("ENV_FILE") or BASE_DIR / ".env"))
# What the site makes itself: the database that is a file, collected static files, backups.
VAR_DIR = Path(env.text("VAR_DIR") or BASE_DIR / "var")

ENVIRONMENT = env.text("GOCLUB_ENV", default="demo")
if ENVIRONMENT not in ("demo", "production"):
    env.fault("GOCLUB_ENV", f"{ENVIRONMENT!r} is unknown", "Set it to production or demo.")
# Any other value was meant for a real club.
DEMO = ENVIRONMENT == "demo"
PRODUCTION = not DEMO

DEBUG = env.flag("DEBUG")
if PRODUCTION and DEBUG:
    env.fault("DEBUG", "shows visitors the internals of the site", "Remove the line.")
    DEBUG = False

DEMO_SECRET_KEY = "demo-only-key-that-no-real-club-must-ever-use-0123456789"  # noqa: S105
SECRET_KEY = env.text("SECRET_KEY", default="" if PRODUCTION else DEMO_SECRET_KEY)
if PRODUCTION and (len(SECRET_KEY) < 50 or SECRET_KEY == DEMO_SECRET_KEY):
    env.fault(
        "SECRET_KEY",
        "is missing, too short, or the public key of the demo",
        "Set 50 or more characters that nobody can guess, such as this new key:\n"
        f"    SECRET_KEY={secrets.token_urlsafe(50)}",
        Stops.SERVING,
    )
    SECRET_KEY = secrets.token_urlsafe(50)  # for this process, whatever it is allowed to do

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", default=[] if PRODUCTION else LOCAL_HOSTS)
if PRODUCTION and not ALLOWED_HOSTS:
    env.fault(
        "ALLOWED_HOSTS",
        "is missing",
        "Set it to the host name of the club's site, for example go.example.org.",
        Stops.SERVING,
    )
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
for _origin in CSRF_TRUSTED_ORIGINS:
    if not re.fullmatch(r"https?://[^/\s]+", _origin):
        env.fault(
            "CSRF_TRUSTED_ORIGINS",
            f"{_origin!r} is not an origin",
            "Write https:// and the host, with nothing after it, or remove the line.",
        )

INSTALLED_APPS = [
    "goclub.common",
    "goclub.members",
    "goclub.games",
    "goclub.leagues",
    "goclub.api",
    "goclub.front",
    "goclub.demo",
    "goclub.common.apps.ClubAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django_filters",
    "django_tables2",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_countries",
    "simple_history",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_otp_webauthn",
]

MIDDLEWARE = [
    "goclub.common.logs.RequestLogMiddleware",
    "goclub.common.middleware.PermissionsPolicyMiddleware",
    "goclub.common.charset.CharsetMiddleware",
    # Before the names of hosts and https are asked for: a monitor on this machine knows neither.
    "goclub.common.health.HealthMiddleware",
    "goclub.common.middleware.LongAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "goclub.common.kept_pages.KeptPagesMiddleware",
    # Here and not in nginx: it works without one, and hides the length of secrets (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "goclub.common.middleware.SameForAllMiddleware",
    "csp.middleware.CSPMiddleware",
    "goclub.common.middleware.PrivateAnswersMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "goclub.members.middleware.MemberMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "goclub.members.middleware.SecondFactorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
    "goclub.common.middleware.FaultMiddleware",
    "goclub.games.library.views.kifu.UnreadableKifuMiddleware",
]

ROOT_URLCONF = "goclub.urls"
WSGI_APPLICATION = "goclub.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "goclub.common.loaders.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "builtins": ["goclub.common.templatetags.ui"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "goclub.members.context.club",
                "goclub.front.views.machines.listed",
                "goclub.members.desk.views.desk.reader_desk",
                "goclub.front.views.machines.waiting",
            ],
        },
    },
]

# --- Data -------------------------------------------------------------------------------------
# SQLite with Django's defaults loses writes under load: IMMEDIATE takes the write lock at the start
# of a transaction, WAL lets readers go on, the timeout makes the others wait instead of failing.
# A service waits so long four times (`common/transactions.py`) before it says "try again".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
# Connections that the threads of one process share, instead of one for each of them.
_pool = env.number("DATABASE_POOL", default=0, least=0)
# pgbouncer hands a connection to others after each transaction: nothing may outlive one.
_pooler = env.flag("DATABASE_POOLER")
DATABASES = {
    "default": env.database("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'club.sqlite3'}")
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"].setdefault("OPTIONS", {}).update(SQLITE_OPTIONS)
    DATABASES["default"]["ENGINE"] = "goclub.common.sqlite"
    # While one connection is open, the files beside the database stay: a full disk is still read.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    # Django's own default; pytest-django gives workers files for an engine it does not know.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}
    env.folder("DATABASE_URL", Path(DATABASES["default"]["NAME"]).parent)
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.number("CONN_MAX_AGE", default=60, least=0)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if DATABASES["default"]["ENGINE"].endswith("postgresql"):
        # A server that says nothing at all is away: pages say so after this many seconds.
        DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 10)
        if _pool:
            DATABASES["default"]["OPTIONS"]["pool"] = {"max_size": _pool, "timeout": 10}
            DATABASES["default"]["CONN_MAX_AGE"] = 0
        if _pooler:
            DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
            DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A late or corrected game that more later games and decisions follow is recalculated in the
# background: by a thread of the process that stored it, or by `manage.py run_jobs` (worker).
RECALCULATE_AT_ONCE = env.number("RECALCULATE_AT_ONCE", default=300, least=0)
BACKGROUND_JOBS = env.text("BACKGROUND_JOBS", default="thread")
if BACKGROUND_JOBS not in ("thread", "worker"):
    env.fault("BACKGROUND_JOBS", f"{BACKGROUND_JOBS!r} is unknown", "Set it to thread or worker.")

# Who wants games reviewed names an engine; without a command the site shows nothing of it.
_engine = env.text("ENGINE_COMMAND")
try:
    ENGINE_COMMAND = shlex.split(_engine)
except ValueError:
    env.fault("ENGINE_COMMAND", "has a quotation mark without its partner", "Close the quotation.")
    ENGINE_COMMAND = []
ENGINE_PROTOCOL = env.text("ENGINE_PROTOCOL", default="gtp")
if ENGINE_PROTOCOL not in ("gtp", "katago"):
    env.fault("ENGINE_PROTOCOL", f"{ENGINE_PROTOCOL!r} is unknown", "Set it to gtp or katago.")
# Seconds for a game and for an answer; moves of a game; what KataGo visits for a position.
ENGINE_SECONDS = env.number("ENGINE_SECONDS", default=900, least=1)
ENGINE_ANSWER_SECONDS = env.number("ENGINE_ANSWER_SECONDS", default=60, least=1)
ENGINE_MOVES = env.number("ENGINE_MOVES", default=400, least=10)
ENGINE_VISITS = env.number("ENGINE_VISITS", default=100, least=1)

# Counts of the limits, rendered tables, what the health page found; nothing that is not made anew.
CACHES = {"default": env.cache("CACHE_URL", default="locmemcache://")}
if CACHES["default"]["BACKEND"].endswith("RedisCache"):
    CACHES["default"]["BACKEND"] = "goclub.common.redis_cache.ForgivingRedisCache"
    # Two sites, or two releases of one, may share a Redis and never read each other's tables.
    CACHES["default"]["KEY_PREFIX"] = key_prefix(
        SECRET_KEY, DATABASES["default"], release_of(BASE_DIR)
    )

# --- Who --------------------------------------------------------------------------------------
AUTH_USER_MODEL = "members.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "goclub.members.backends.NameOrEmailBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    # Judges nothing: it is told of every password that is saved, and writes to its owner.
    {"NAME": "goclub.members.signing.services.PasswordChangeTold"},
]
LOGIN_URL = "members:sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours: a quarter of an hour
# A stranger who guesses at a member's password must not lock the member out at home.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
# A name in other letters, or the mail address, is the same account.
AXES_USERNAME_CALLABLE = "goclub.members.backends.account_name"
AXES_CLIENT_IP_CALLABLE = "goclub.common.limits.client_address"
AXES_LOCKOUT_CALLABLE = "goclub.members.signing.views.locked_out"
AXES_HTTP_RESPONSE_CODE = 429
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# How often one address (one login, where somebody is signed in) may send what costs much, as in
# 30/m (s, m, h, d); "off" for no limit.  A whole club may share one address on an evening.
RATES = {
    "sign_in": "30/m",
    "join": "30/h",
    "register": "60/h",
    "password": "20/h",
    "second_factor": "60/h",
    "lesson_code": "60/h",
    "upload": "120/h",
    "toss": "90/h",
    "find": "240/m",
    "programs": "300/m",
    "picture": "60/m",
    "review": "20/d",
}
LIMITS: dict[str, str | None] = {}
for _name, _rate in RATES.items():
    _said = env.text(f"LIMIT_{_name.upper()}", default=_rate)
    if not re.fullmatch(r"[1-9]\d{0,5}/(?:[1-9]\d{0,3})?[smhd]|off", _said):
        env.fault(
            f"LIMIT_{_name.upper()}", f"{_said!r} is not a limit", "Write 30/m, 10/5m or off."
        )
        _said = _rate
    LIMITS[_name] = None if _said == "off" else _said
RATELIMIT_IP_META_KEY = "goclub.common.limits.client_address"
RATELIMIT_FAIL_OPEN = True  # a cache that is down locks nobody out; axes counts in the database

# So many days after a tournament the registrations for it are deleted, with addresses and answers.
SIGNUP_KEEP_DAYS = env.number("SIGNUP_KEEP_DAYS", default=90, least=1)

EMAIL_CONFIG = env.email("EMAIL_URL", default="" if PRODUCTION else "consolemail://")
vars().update(EMAIL_CONFIG)
# A mail server that says nothing does not hold up the worker for ever.
EMAIL_TIMEOUT = env.number("EMAIL_TIMEOUT", default=20, least=1)
if PRODUCTION and not env.text("EMAIL_URL"):
    env.fault(
        "EMAIL_URL",
        "is missing: no e-mails would be sent, not even for a new password",
        "Write smtp+tls://user:password@host:587 with the values of your mail provider. Encode "
        "special characters in user and password: %40 for @, %2F for /.",
        Stops.SERVING,
    )
DEFAULT_FROM_EMAIL = env.text(
    "DEFAULT_FROM_EMAIL", default="" if PRODUCTION else "Go club <club@localhost>"
)
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1] or len(DEFAULT_FROM_EMAIL.splitlines()) > 1:
    env.fault(
        "DEFAULT_FROM_EMAIL",
        f"{DEFAULT_FROM_EMAIL!r} is not a sender's address",
        "Write the club's name and address, for example Hoshi Go Club <club@go.example.org>.",
        Stops.SERVING,
    )
    DEFAULT_FROM_EMAIL = "Go club <club@localhost>"
#: Where the site is reached, for links in letters: no slash at the end.
SITE_URL = env.text(
    "SITE_URL",
    default=f"https://{[*ALLOWED_HOSTS, ''][0]}" if PRODUCTION else "http://127.0.0.1:8000",
).rstrip("/")

# A passkey is made for the name of the site: a host that changes its name needs new ones.  The demo
# works under localhost alone, as browsers make none for the number of a machine.
try:
    _site = urlsplit(SITE_URL)
    _port = _site.port or 8000
except ValueError:
    env.fault(
        "SITE_URL", f"{SITE_URL!r} is not an address", "Write it like https://go.example.org."
    )
    SITE_URL, _site, _port = "http://127.0.0.1:8000", urlsplit(""), 8000
#: A clock half a minute off is forgiven, never learned: else a phone set right again is locked out.
OTP_TOTP_SYNC = False
OTP_WEBAUTHN_RP_ID = (_site.hostname or "localhost") if PRODUCTION else "localhost"
OTP_WEBAUTHN_RP_NAME_CALLABLE = "goclub.members.signing.views.club_name"
OTP_WEBAUTHN_ALLOWED_ORIGINS = [
    f"https://{_site.netloc or 'localhost'}" if PRODUCTION else f"http://localhost:{_port}"
]
OTP_WEBAUTHN_ALLOW_PASSWORDLESS_LOGIN = False

#: By which name others find it; empty: by the one they ask for.
PUBLIC_URL = SITE_URL if PRODUCTION or env.text("SITE_URL") else ""

# --- Language and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese")), ("th", _("Thai")), ("pl", _("Polish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["goclub.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE") or ("UTC" if PRODUCTION else "Asia/Tokyo")
if PRODUCTION and not env.text("TIME_ZONE"):
    env.fault(
        "TIME_ZONE",
        "is missing: dates and times would be in UTC",
        "Set the club's time zone, for example Europe/Warsaw, Asia/Tokyo or Asia/Bangkok.",
        Stops.SERVING,
    )
if not is_zone(TIME_ZONE):
    env.fault("TIME_ZONE", f"{TIME_ZONE!r} is not a time zone", "Write one such as Europe/Warsaw.")
    TIME_ZONE = "UTC"

# --- Files ------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
env.folder("var", STATIC_ROOT)
STATICFILES_DIRS = [BASE_DIR / "static", ("bootstrap", str(get_bootstrap_dir()))]
TESTING = "pytest" in sys.modules
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = TESTING or DEBUG
WHITENOISE_AUTOREFRESH = TESTING or DEBUG  # looks for a file when it is asked for, not at start
# Pictures of pages for those who share them, by what they show; the oldest make room.
CACHES["pictures"] = {
    "BACKEND": "django.core.cache.backends."
    + ("locmem.LocMemCache" if TESTING else "filebased.FileBasedCache"),
    "LOCATION": str(VAR_DIR / "pictures"),
    "TIMEOUT": 30 * 24 * 3600,
    "OPTIONS": {"MAX_ENTRIES": 2000},
}
# Pages of visitors and counts of the header, in the memory of each process.
KEEP_PAGES = env.number("KEEP_PAGES", default=10, least=0) if not TESTING else 0
CACHES["pages"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "pages",
    "OPTIONS": {"MAX_ENTRIES": 500},
}
# A kifu may have 4 MB (kifu.MAX_BYTES); a form adds its own fields.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# A table of players may have a thousand lines (table_plans.MAX_LINES), with a choice for each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 500  # as many as an archive may hold
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# --- Safety -----------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        # Bootstrap draws its own small icons as data: pictures in its style sheet.
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
# What a browser can do for a page and ours never ask for.
PERMISSIONS_POLICY_DENIED = [
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer", "microphone",
    "midi", "payment", "picture-in-picture", "serial", "storage-access", "usb",
    "xr-spatial-tracking",
]  # fmt: skip
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
BEHIND_PROXY = env.flag("BEHIND_PROXY")
# How many proxies of the club's own stand before the site: so far X-Forwarded-For is believed.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", default=1 if BEHIND_PROXY else 0, least=0)
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", default=31_536_000, least=0)
    # These two speak for every other host of the domain as well, and are hard to take back: only
    # who runs all of them may say so.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS")
    SECURE_HSTS_PRELOAD = env.flag("SECURE_HSTS_PRELOAD")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if BEHIND_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Looks ------------------------------------------------------------------------------------
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "common/table.html"

SIMPLE_HISTORY_REVERT_DISABLED = True
# Subdomains and preload are the club's to decide (above).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# --- What the site says of itself -------------------------------------------------------------
LOG_FORMAT = env.text("LOG_FORMAT", default="lines")
if LOG_FORMAT not in ("lines", "json"):
    env.fault("LOG_FORMAT", f"{LOG_FORMAT!r} is unknown", "Set it to lines or json.")
LOG_LEVEL = env.text("LOG_LEVEL", default="WARNING").upper()
if LOG_LEVEL not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
    env.fault("LOG_LEVEL", f"{LOG_LEVEL!r} is unknown", "Set it to INFO, WARNING or ERROR.")
    LOG_LEVEL = "WARNING"
LOGGING = logging_config(
    form=LOG_FORMAT,
    level=LOG_LEVEL,
    access=env.flag("ACCESS_LOG", default=PRODUCTION),
    office=not TESTING,
)
#: Ports of the open internet to which webhooks may post.
WEBHOOK_PORTS = env.numbers("WEBHOOK_PORTS", default=[443])
#: Programs of the club's own network that may hear too: host:port, as their address names them.
WEBHOOK_INSIDE = env.words("WEBHOOK_INSIDE")
#: The private key by which push services know the site: base64url of 32 bytes.  Empty: one is made
#: and kept in the database; "off": browsers cannot subscribe.
WEB_PUSH_KEY = env.text("WEB_PUSH_KEY")
if WEB_PUSH_KEY not in ("", "off") and not re.fullmatch(r"[\w-]{43}", WEB_PUSH_KEY, re.ASCII):
    env.fault(
        "WEB_PUSH_KEY", "the key is malformed", "Set it to 43 characters of base64url, or to off."
    )
    WEB_PUSH_KEY = "off"
#: Who hears of pages that broke; the chairs where nobody is named.
OFFICE_EMAIL = env.words("OFFICE_EMAIL")

# --- Keeping it -------------------------------------------------------------------------------
#: What a backup says of the code that made it.
RELEASE = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
BACKUP_DIR = env.text("BACKUP_DIR") or str(VAR_DIR / "backups")
#: A second place, on another disk or a mounted share; none where it is empty.
BACKUP_COPY_DIR = env.text("BACKUP_COPY_DIR")
BACKUP_KEEP = env.number("BACKUP_KEEP", default=14, least=1)
#: After so many days without one, health page and desk speak of it; 0: never.
BACKUP_LATE_DAYS = env.number("BACKUP_LATE_DAYS", default=2 if PRODUCTION else 0, least=0)

#: All that is wrong above; see goclub.common.environment.
SETTING_FAULTS = env.faults
UNKNOWN_SETTINGS = env.unknown_names()
