"""Settings of the site.

Every value that a club may want to change comes from the environment (or from a file `.env` beside
manage.py) and fails loudly when it is malformed.  Without any environment the site runs as the demo
on this machine; with `GOCLUB_ENV=production` the insecure defaults are refused.
"""

import re
import sys
from pathlib import Path

import django_stubs_ext
import environ
from bootstrap_wrapper import get_bootstrap_dir
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

# Lets classes name what they are made for, as in ModelForm[Member].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
if (BASE_DIR / ".env").is_file():
    env.read_env(BASE_DIR / ".env")

ENVIRONMENT = env.str("GOCLUB_ENV", default="demo")
if ENVIRONMENT not in ("demo", "production"):
    raise ImproperlyConfigured(f"GOCLUB_ENV: {ENVIRONMENT!r} (accepted: demo, production)")
PRODUCTION = ENVIRONMENT == "production"
DEMO = not PRODUCTION

DEBUG = env.bool("DEBUG", default=False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG must stay off in production")

DEMO_SECRET_KEY = "demo-only-key-that-no-real-club-must-ever-use-0123456789"  # noqa: S105
SECRET_KEY = env.str("SECRET_KEY", default="" if PRODUCTION else DEMO_SECRET_KEY)
if PRODUCTION and (len(SECRET_KEY) < 50 or SECRET_KEY == DEMO_SECRET_KEY):
    raise ImproperlyConfigured("SECRET_KEY: set one of your own, 50 characters or more")

ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"]
)
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS: name the host of the club, for example go.example.org"
    )
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "goclub.common",
    "goclub.members",
    "goclub.games",
    "goclub.leagues",
    "goclub.demo",
    "goclub.common.apps.ClubAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_filters",
    "django_tables2",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_countries",
    "simple_history",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "goclub.common.headers.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "goclub.common.headers.PrivateAnswersMiddleware",
    "goclub.common.health.HealthMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "goclub.members.middleware.MemberMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
    "goclub.common.middleware.FaultMiddleware",
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
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "goclub.members.context.club",
                "goclub.games.playing.views.context.waiting",
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
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'club.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"].setdefault("OPTIONS", {}).update(SQLITE_OPTIONS)
    DATABASES["default"]["ENGINE"] = "goclub.common.sqlite"
    # While one connection is open, the files beside the database stay: a full disk is still read.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    # Django's own default; pytest-django gives workers files for an engine it does not know.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
else:
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {"default": env.cache("CACHE_URL", default="locmemcache://")}

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
AXES_CLIENT_IP_CALLABLE = "goclub.common.client.client_address"
AXES_LOCKOUT_CALLABLE = "goclub.members.views.locked_out"
AXES_HTTP_RESPONSE_CODE = 429
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# How often one address (one login, where somebody is signed in) may send what costs much: so many
# in a second, minute, hour or day, as in 30/m; "off" for no limit.  A whole club may share one
# address on the evening of a tournament.
RATES = {"sign_in": "30/m", "join": "30/h", "password": "20/h", "upload": "120/h", "toss": "90/h"}
LIMITS = {name: env.str(f"LIMIT_{name.upper()}", default=rate) for name, rate in RATES.items()}
for _name, _rate in LIMITS.items():
    if not re.fullmatch(r"[1-9]\d{0,5}/(?:[1-9]\d{0,3})?[smhd]|off", _rate):
        raise ImproperlyConfigured(f"LIMIT_{_name.upper()}: {_rate!r} (accepted: 30/m, off …)")
LIMITS = {name: None if rate == "off" else rate for name, rate in LIMITS.items()}
RATELIMIT_IP_META_KEY = "goclub.common.client.client_address"
RATELIMIT_FAIL_OPEN = True  # a cache that is down locks nobody out; axes counts in the database

EMAIL_CONFIG = env.email("EMAIL_URL", default="" if PRODUCTION else "consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Go club <club@localhost>")

# --- Language and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese")), ("th", _("Thai")), ("pl", _("Polish"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["goclub.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Asia/Tokyo")

# --- Files ------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
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
# A kifu may have 4 MB (kifu.MAX_BYTES); a form adds its own fields.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# A table of players may have a thousand lines (table_plans.MAX_LINES), with a choice for each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
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
    "accelerometer", "autoplay", "bluetooth", "browsing-topics", "camera", "display-capture",
    "encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection",
    "magnetometer", "microphone", "midi", "payment", "picture-in-picture",
    "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock", "serial",
    "storage-access", "usb", "web-share", "xr-spatial-tracking",
]  # fmt: skip
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
# How many proxies of the club's own stand before the site: so far X-Forwarded-For is believed.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=1 if BEHIND_PROXY else 0)
if TRUSTED_PROXIES < 0:
    raise ImproperlyConfigured(f"TRUSTED_PROXIES: {TRUSTED_PROXIES} (accepted: 0, 1, 2 …)")
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
    SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if BEHIND_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Looks ------------------------------------------------------------------------------------
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "common/table.html"
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

SIMPLE_HISTORY_REVERT_DISABLED = True
SILENCED_SYSTEM_CHECKS: list[str] = []

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
