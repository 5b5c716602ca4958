"""Jobs: what takes too long for a request is asked for here, and its result waits for the asker.

A room names what it can be asked for (``AppConfig.jobs``); it is carried out by
``manage.py run_jobs --watch`` or by a thread of the process that was asked.
"""
