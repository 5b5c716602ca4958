"""Every function that writes an account is known, and every service that comes to one is tried."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import goclub
from goclub.games.people.tests.test_accounts import SERVICES

#: Functions that write an account, or whose it is, themselves; and who asks the rule before.
WRITERS = {
    "members.membership.services.roles.give_role": "set_role, end_role, wake_account",
    "members.membership.services.roles.end_role": "after keep_a_chair",
    "members.membership.services.roles.wake_account": "asks itself",
    "members.membership.services.roles.close_account": "after lock_accounts",
    "members.membership.services.leaving._end": "after keep_a_chair",
    "members.membership.services.admission.make_login": "a new one",
    "members.membership.services.admission.apply_to_join": "a new one",
    "members.membership.services.admission.accept_invitation": "asks itself",
    "members.membership.services.admission._sleeper": "accept_invitation",
    "members.membership.services.admission.take_out_members": "asks itself",
    "members.membership.services.own_data.change_address": "one's own, by a letter",
    "members.founding.services._member": "one's own, or the first chair's",
    "leagues.tournament.services.laptop.renew_account": "the login of a laptop in the hall",
    "members.visits.note_visit": "when one was here",
    "games.people.services.erasing._clear_login": "after keep_a_chair",
    "games.people.services.merging._move_login": "after lock_accounts",
    "games.people.services.merging._settle_login": "after lock_accounts",
}
#: Services that come to one of these, and who is meant by them.
OWN = {
    "leave_club": "oneself",
    "change_address": "oneself, by a letter",
    "apply_to_join": "a new account",
    "ask_to_join": "a new account",
    "found_club": "the first chair",
    "enter_superuser": "oneself",
    "renew_account": "the login of a laptop in the hall",
    "register_member": "nobody with an account",
    "undo_batch": "asks take_out_members",
    "look_now": "a dry run of merge_members",
    "undo": "a job of undo_batch",
    "look_at_merge": "a dry run of merge_members",
}
#: Steps of these services, which no page calls.
STEPS = {"admit_newcomer", "bring_back", "close_account", "end_role", "give_role", "make_login",
         "wake_account"}  # fmt: skip
FIELDS = {"is_active", "is_staff", "is_superuser", "password", "email", "username", "user"}
WRITES = {"create", "create_user", "create_superuser", "update", "bulk_create", "bulk_update",
          "get_or_create", "update_or_create", "delete"}  # fmt: skip
ACCOUNTS = {"user", "login", "account", "member", "kept", "gone", "stays", "falls", "self"}


def parsed():
    """Every module of the site that is no test, no migration and no demo."""
    root = Path(goclub.__file__).parent
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if not {"tests", "migrations", "demo", "conftest"} & set(parts):
            yield ".".join(parts), ast.parse(path.read_text())


def names_in(node):
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def writes_account(function):
    """Whether a function itself writes an account, its groups, or whose it is."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in [part for one in targets for part in getattr(one, "elts", [one])]:
                known = isinstance(target, ast.Attribute) and target.attr in FIELDS
                if known and names_in(target) & ACCOUNTS:
                    return True
        if isinstance(node, ast.Call):
            chain, called = ast.unparse(node.func), getattr(node.func, "attr", "")
            if called in ("set_password", "set_unusable_password") and chain[0] != "U":
                return True
            rights = ".groups." in chain or ".user_permissions." in chain
            if rights and called in ("set", "add", "remove", "clear"):
                return True
            if called in WRITES and chain.startswith("User.objects"):
                return True
            if called == "delete" and chain.startswith("Member.objects"):
                return True
            keywords = {word.arg: word.value for word in node.keywords}
            linked = chain == "Member" or (called in WRITES and chain.startswith("Member.objects"))
            if linked and "user" in keywords:
                return True
    return False


def test_every_way_to_an_account_is_in_the_matrix():
    """A function that writes an account, and every service that comes to one, is known here."""
    writers, calls, services = set(), defaultdict(set), set()
    for module, tree in parsed():
        imported = {
            name.asname or name.name: f"{node.module.removeprefix('goclub.')}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("goclub.")
            for name in node.names
        }
        functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
        own = {one.name: f"{module}.{one.name}" for one in functions}
        for function in functions:
            full = f"{module}.{function.name}"
            if writes_account(function):
                writers.add(full)
            calls[full] |= {(imported | own).get(name) for name in names_in(function)} - {full}
            if "services" in module and not function.name.startswith("_"):
                services.add(full)
    assert writers == set(WRITERS)
    reaching = set(writers)
    while more := {name for name, used in calls.items() if used & reaching} - reaching:
        reaching |= more
    found = {name.rpartition(".")[2] for name in reaching & services}
    tried = {name.partition(":")[0] for name in SERVICES} - {
        "MemberAdmin",
        "UserAdmin",
        "reset_second_factor",
    }
    assert found == tried | set(OWN) | STEPS
