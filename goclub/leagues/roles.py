"""What each role may do with competitions; see :mod:`goclub.members.roles`."""

from goclub.members.roles import CHAIR, ORGANISER, Grants

LEAGUES_GRANTS: Grants = {
    ORGANISER: [
        ("event", "view_event", "Can view event"),
        ("event", "add_event", "Can add event"),
        ("event", "change_event", "Can change event"),
        ("change", "view_change", "Can view change"),
    ],
    CHAIR: [],
}
