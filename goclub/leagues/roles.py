"""What each role may do with competitions; see :mod:`goclub.members.roles`."""

from goclub.members.roles import CHAIR, ORGANISER, SECRETARY, Grants

LEAGUES_GRANTS: Grants = {
    ORGANISER: [
        ("event", "view_event", "Can view event"),
        ("event", "add_event", "Can add event"),
        ("event", "change_event", "Can change event"),
        ("change", "view_change", "Can view change"),
    ],
    CHAIR: [],
}

_VIEWED = ("league", "leagueperson", "regulation", "term", "division", "entry", "match",
           "organiserchoice", "rollover", "snapshot", "season", "seasonrules", "eventformat",
           "leagueevent", "sanction", "clubnight", "presence", "nightgame")  # fmt: skip

LEAGUE_GRANTS: Grants = {
    ORGANISER: [
        ("league", "run_league", "Can run leagues: terms, seasons, forfeits, withdrawals"),
        *((model, f"view_{model}", f"Can view {model}") for model in _VIEWED),
    ],
    CHAIR: [
        (
            "league",
            "confirm_organisers",
            "Can confirm the next organisers of the official league",
        ),
        *(
            (model, f"{verb}_{model}", f"Can {verb} {model}")
            for model in (
                "league",
                "leagueperson",
                "term",
                "division",
                "entry",
                "season",
                "seasonrules",
                "eventformat",
                "leagueevent",
            )
            for verb in ("add", "change")
        ),
    ],
}

CALENDAR_GRANTS: Grants = {
    ORGANISER: [
        *(
            (model, f"{verb}_{model}", f"Can {verb} {name}")
            for model, name in (
                ("meetingseries", "meeting"),
                ("seriesexception", "changed date"),
                ("holiday", "holiday"),
            )
            for verb in ("view", "add", "change")
        ),
        ("coming", "view_coming", "Can view answer to a meeting"),
    ],
}

CHALLENGE_GRANTS: Grants = {
    ORGANISER: [("challenge", "view_challenge", "Can view challenge")],
}

LADDER_GRANTS: Grants = {
    ORGANISER: [
        ("laddersettings", "view_laddersettings", "Can view settings of the ladder"),
        ("ladderstay", "view_ladderstay", "Can view time on the ladder"),
    ],
}

RATING_LIST_GRANTS: Grants = {
    ORGANISER: [("ratinglist", "view_ratinglist", "Can view rating list")],
    SECRETARY: [
        ("ratinglist", "add_ratinglist", "Can add rating list"),
        ("ratinglist", "delete_ratinglist", "Can delete rating list"),
    ],
}
