"""WSGI entry point: `gunicorn --config deploy/gunicorn.conf.py` (script/production starts it)."""

import gc
import os
import sys

import django
from django.conf import settings

from goclub.common.charset import Handler
from goclub.common.environment import refusal

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
if _why := refusal(settings.SETTING_FAULTS):
    sys.exit(_why)
django.setup(set_prefix=False)
application = Handler()
# What the site is made of stays to its end: looked through once, not again with every page.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
