"""The rating systems: a folder each, behind one protocol, joined by one register.

``protocol`` says what a system gives, ``calculation`` what of it the calculator asks for,
``registry`` is the list of systems in the order in which pages show them.  In a folder:

- ``system`` the system itself: how it reads the club's facts, and what pages ask of it
- ``explanation`` why an entry of the ledger is what it is
- ``forecast`` what lies before a member
- ``rules`` its rules in a sentence each, and ``house_rules`` those that are settings
- ``conditions`` the handicap and komi it offers, ``typed`` a strength as people type it,
  ``wall`` its table of conditions

Only ``system`` is needed.  A folder knows nothing of the ledger, the pages and the other folders;
a new one is named in ``registry`` and is then in all of them.
"""
