"""WSGI entry point: `waitress-serve goclub.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goclub.settings")
application = get_wsgi_application()
