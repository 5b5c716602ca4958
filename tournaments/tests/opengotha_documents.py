"""Documents of OpenGotha's form, put together piece by piece."""

from __future__ import annotations

ANNA = '<Player name="Kowalska" firstName="Anna" rank="2K" rating="1850" club="Warszawa"/>'
JAN = '<Player name="Nowak" firstName="Jan" rank="3D" rating="2330" country="POL"/>'
EWA = '<Player name="Lis" firstName="Ewa" rank="12K"/>'
ANNA_KEY, JAN_KEY, EWA_KEY = "KOWALSKAANNA", "NOWAKJAN", "LISEWA"


def game(white=ANNA_KEY, black=JAN_KEY, **attributes):
    said = {"roundNumber": 1, "tableNumber": 1, "result": "RESULT_WHITEWINS", **attributes}
    text = " ".join(f'{name}="{value}"' for name, value in said.items())
    return f'<Game whitePlayer="{white}" blackPlayer="{black}" {text}/>'


def document(*games, players=(ANNA, JAN, EWA), general="", parameters="", head='dataVersion="201"'):
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><Tournament {head}>'
        f"<Players>{''.join(players)}</Players><Games>{''.join(games)}</Games>"
        f"<TournamentParameterSet><GeneralParameterSet {general}/>{parameters}"
        "</TournamentParameterSet></Tournament>"
    ).encode()


def criteria(*listed):
    inside = "".join(
        f'<PlacementCriterion name="{name}" number="{n}"/>' for n, name in enumerate(listed, 1)
    )
    order = f"<PlacementCriteria>{inside}</PlacementCriteria>"
    return f"<PlacementParameterSet>{order}</PlacementParameterSet>"
