"""What each role may do with games; see :mod:`goclub.members.roles`."""

from goclub.members.roles import CHAIR, ORGANISER, SECRETARY, Grants

GAMES_GRANTS: Grants = {
    ORGANISER: [
        ("game", "view_game", "Can view game"),
        ("game", "report_for_others", "Can report games of other members"),
        ("game", "decide_game", "Can decide, correct and void games"),
        ("ratingentry", "view_ratingentry", "Can view ledger entry"),
        ("houserule", "view_houserule", "Can view house rule"),
        ("thresholdtable", "view_thresholdtable", "Can view table of IGS borders"),
    ],
    SECRETARY: [
        ("game", "change_game", "Can change game"),
        ("kifu", "view_kifu", "Can view kifu"),
        ("kifuaddition", "view_kifuaddition", "Can view addition to a kifu"),
        ("toss", "view_toss", "Can view toss"),
        ("standing", "view_standing", "Can view standing"),
        ("kifuvariation", "moderate_talk", "Can hide comments and variations"),
        ("kifuvariation", "view_kifuvariation", "Can view variation"),
        ("kifunote", "view_kifunote", "Can view comment"),
        ("batch", "bring_notebook", "Can bring in and take out members and games as files"),
    ],
    CHAIR: [
        ("houserule", "add_houserule", "Can add house rule"),
        ("houserule", "change_houserule", "Can change house rule"),
        ("thresholdtable", "add_thresholdtable", "Can add table of IGS borders"),
        ("thresholdtable", "change_thresholdtable", "Can change table of IGS borders"),
        ("kifunote", "delete_kifunote", "Can delete comment"),
        ("kifuvariation", "delete_kifuvariation", "Can delete variation"),
    ],
}
