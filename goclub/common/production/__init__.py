"""Whether the site can be run for a real club: what may be wrong, in words, with its cure.

A check is a small function; an app names the modules that hold its checks in
``AppConfig.production``, each with a tuple ``CHECKS``.
``manage.py check_production`` asks them all.
"""
