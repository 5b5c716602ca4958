"""The rating systems: a folder each, behind one protocol, joined by one register.

``protocol`` says what a system gives, ``calculation`` what of it the calculator asks for;
``registry`` is the list of systems in the order in which pages show them.  In a folder:

- ``system`` the system itself: how it reads the club's facts, and what pages ask of it
- ``explanation`` why an entry of the ledger is what it is
- ``forecast`` what lies before a member
- ``rules`` its rules in a sentence each, ``house_rules`` those that are settings, ``refusals``
- ``conditions`` the handicap and komi it offers, ``typed`` a strength as people type it,
  ``wall`` its table of conditions

Only ``system`` is needed.  What several folders share stands beside them (``declarations``,
``reasons``, ``typed``); a folder knows nothing of the ledger, the pages and the other folders.  A
new one is named in ``registry`` and is then in all of them.
"""
