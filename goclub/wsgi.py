"""WSGI entry point: `gunicorn --config deploy/gunicorn.conf.py` (script/production starts it)."""

import gc
import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from goclub.common.environment import refusal

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
if _why := refusal(settings.SETTING_FAULTS):
    sys.exit(_why)
application = get_wsgi_application()
# What the site is made of stays to its end: looked through once, not again with every page.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
