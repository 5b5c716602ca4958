"""How the forms of a page are filled in and sent."""

from __future__ import annotations

from pages_read import SECRETS, Field, Form

Pairs = list[tuple[str, str]]
#: What is written into a field, by its name or else by its kind.
WORDS = {"old_password": "hoshi-demo", "margin": "4.5", "text": "Ann Lee",
         "textarea": "A few words.", "number": "3", "date": "2026-11-20",
         "email": "member@hoshi.example", "password": "a-long-word-of-2026",
         "time": "18:30", "datetime-local": "2026-11-28T10:00"}  # fmt: skip
#: What a list is asked for.
SAMPLES = {"search": "an", "text": "an", "number": "3", "date": "2026-11-01"}
#: What the site gives out it can take in.
FROM_SITE = "page:/tournaments/hoshi-autumn-cup/opengotha.xml"
#: What is sent where a form wants a file.
FILES = {
    "file:game.sgf": b"(;FF[4]GM[1]SZ[19]KM[6.5]PB[Ann]PW[Bob]DT[2026-11-20]RE[W+R]"
    b";B[pd];W[dp];B[pp];W[dd];B[fq];W[cn];B[jp];W[qf])",
    "file:two.sgf": b"(;GM[1]SZ[9]KM[7]PB[Ann]PW[Bob]RE[B+3];B[ee];W[ce];B[ge];W[ec])"
    b"(;GM[1]SZ[9]KM[7]PB[Cy]PW[Di]RE[W+R];B[cc];W[gg];B[gc];W[cg])",
    "file:players.csv": "name,first_name,rank\r\nMüller,Ann,3k\r\nOno,Bun,1d\r\n".encode(),
    "file:results.csv": b"round,table,white,black,result\r\n1,1,Lu,He,1-0\r\n",
}
#: Controls that send nothing, or only when they are pressed.
NOT_SENT = {"submit", "button", "file", "image", "reset", "button/submit", "button/button",
            "button/reset"}  # fmt: skip


def spread(waiting: list[str], count: int) -> list[str]:
    """*count* of a sorted list: the first, the last, and between them at equal distances."""
    if count <= 0:
        return []
    if len(waiting) <= count:
        return waiting
    if count == 1:
        return waiting[:1]
    step = (len(waiting) - 1) / (count - 1)
    return [waiting[round(step * number)] for number in range(count)]


def without_token(data: Pairs) -> Pairs:
    return [pair for pair in data if pair[0] not in SECRETS]


def as_shown(form: Form) -> Pairs:
    """What a browser sends of a form that nobody touched, without its buttons."""
    pairs: Pairs = []
    for one in form.fields:
        if not one.name or one.kind in NOT_SENT:
            continue
        if one.kind in {"checkbox", "radio"} and not one.checked:
            continue
        if one.kind != "select":
            pairs.append((one.name, one.value))
            continue
        chosen = [value for value, _words, on in one.options if on]
        if not chosen and not one.multiple:
            chosen = [value for value, _words, _on in one.options[:1]]
        pairs += [(one.name, value) for value in chosen]
    return pairs


def other_values(one: Field) -> list[str]:
    """What somebody might choose in a field of a list."""
    if not one.name or one.kind in NOT_SENT:
        return []
    if one.kind == "select":
        others = [value for value, _words, on in one.options if value and not on]
        return spread(others, 3)
    if one.kind in {"checkbox", "radio"}:
        return [] if one.checked else [one.value]
    sample = SAMPLES.get(one.kind, "")
    return [sample] if sample and sample != one.value else []


def written_into(form: Form, *, all_of_it: bool) -> Pairs:
    """A form as somebody fills it: every empty field, or lists, long texts and what must be."""
    pairs = as_shown(form)
    fields = {one.name: (number, one) for number, one in enumerate(form.fields)}
    for place, (name, shown) in enumerate(pairs):
        number, one = fields[name]
        wanted = all_of_it or one.required or one.kind in {"select", "textarea"}
        if shown or not wanted or one.kind == "hidden":
            continue
        if one.kind == "select":
            values = [value for value, _words, _on in one.options if value]
            pairs[place] = (name, values[number % len(values)] if values else "")
        else:
            pairs[place] = (name, WORDS.get(name, WORDS.get(one.kind, "")))
    return pairs


def fillings(form: Form) -> list[tuple[str, Pairs]]:
    """The ways in which a form is sent: as it stands by each of its buttons, empty, filled."""
    shown = as_shown(form)
    buttons = [one for one in form.fields if one.kind in {"submit", "button/submit"} and one.name]
    found = [(f"by {one.name}={one.value}", [*shown, (one.name, one.value)]) for one in buttons[:4]]
    if not found:
        found = [("as shown", shown)]
    kept = {one.name for one in form.fields if one.kind == "hidden"}
    empty = [(name, value if name in kept else "") for name, value in shown]
    if empty != shown:
        found.append(("empty", [*empty, *found[0][1][len(shown) :]]))
    for name, all_of_it in (("needed", False), ("filled", True)):
        written = written_into(form, all_of_it=all_of_it)
        if written not in [shown, *(data for _name, data in found)]:
            found.append((name, [*written, *found[0][1][len(shown) :]]))
    wants_file = [one.name for one in form.fields if one.kind == "file"]
    for file in [*FILES, FROM_SITE] if wants_file else ():
        found.append((f"with {file}", [*found[0][1], (wants_file[0], file)]))
    return found
