"""Jobs: what takes too long for a request is asked for here, and its result waits for the asker.

A room names what it can be asked for (``AppConfig.jobs``); who carries it out is who settles the
ledger (``manage.py settle_ledger --watch``, or a thread of the process that was asked).
"""
