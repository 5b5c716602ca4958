"""The rating systems: a module or a package each, behind one protocol, joined by one register.

``protocol`` says what a system gives, ``calculation`` what of it the calculator asks for;
``registry`` is the list of systems in the order in which pages show them.  A large system is a
package:

- ``system`` the system itself: how it reads the club's facts, and what pages ask of it
- ``explanation`` why an entry of the ledger is what it is
- ``conditions`` the handicap and komi it offers, and its table of them for the wall
- ``rules`` its rules in a sentence each, and its refusals

What several share stands in ``shared``; a system knows nothing of the ledger, the pages and the
other systems.  A new one is named in ``registry`` and is then in all of them.
"""
