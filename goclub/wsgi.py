"""WSGI entry point: `gunicorn --config deploy/gunicorn.conf.py` (script/production starts it)."""

import gc
import os
import sys
from typing import Any

import django
from django.conf import settings

from goclub.common.charset import Handler
from goclub.common.environment import refusal

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
if _why := refusal(settings.SETTING_FAULTS):
    sys.exit(_why)
django.setup(set_prefix=False)
_answer = Handler()


def application(environ: Any, start_response: Any) -> Any:
    """Answer, in a block of Python's stack that has room for a whole request.

    Python 3.11 and 3.12 map and free a block at every call that crosses into the next one: a loop
    of a template there takes twice to three times as long (python/cpython#142183, mended in later
    versions, with which this function can go).  A frame as large as this one opens a large block.
    """
    return _answer(environ, start_response)


#: In words of 8 bytes: Python takes a block of 256 KiB for it, of which half stays free.
application.__code__ = application.__code__.replace(co_stacksize=17_000)
# What the site is made of stays to its end: looked through once, not again with every page.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)
