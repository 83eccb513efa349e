"""Printed sheets of a tournament as PDF of A4 pages, in Russian, Ukrainian and English. Pure: data in, bytes out.

One function for each kind of sheet; all take a `Heading` (event, place, date, session) and a language of `kozyr.words`:

    hand_records(boards: Sequence[BoardRecord], heading, language)
    protocols(some: Sequence[Protocol], heading, language)                  preferans: Protocol(board, rows, empty)
    travellers(some: Sequence[Traveller], heading, language)                bridge: Traveller(board, rows, empty)
    announcement(event: Event, conditions: Sequence[str], heading, language)        the regulations
    table_cards(movement, heading, language, names={}, minutes=0, own={})   names, own: name and number at the event, by the movement's
    player_cards(movement, heading, language, names={}, own={})             minutes: of a round
    table_signs(tables: Sequence[int], heading, language, links={}, seats="NESW")   links: table to URL
    value_tables(values: Sequence[Value], variety: str, heading, language)
    appeal_form(heading, language, form: AppealForm | None = None, minutes=30)
    results(places: Sequence[Place], names, heading, language, unit="percent", columns={}, lines={}, final=False)

`BoardRecord` and `Worth` are of `tournaments.boards`, `Row` and `Value` of
`tournaments.games.preferans.protocol`, `PairsRow` of `tournaments.games.bridge.traveller`, `Place` of `tournaments.scoring`, `Movement` of `tournaments.movements`. The same data give the same bytes.
"""

from kozyr.print.announcement import announcement
from kozyr.print.bridge import Traveller, travellers
from kozyr.print.cards import player_cards, table_cards, table_signs
from kozyr.print.forms import AppealForm, Unit, appeal_form, results
from kozyr.print.hands import hand_records
from kozyr.print.preferans import Protocol, protocols, value_tables
from kozyr.print.sheet import Heading

__all__ = [
    "AppealForm",
    "Heading",
    "Protocol",
    "Traveller",
    "Unit",
    "announcement",
    "appeal_form",
    "hand_records",
    "player_cards",
    "protocols",
    "results",
    "table_cards",
    "table_signs",
    "travellers",
    "value_tables",
]
