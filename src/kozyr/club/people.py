"""The facts that people tell of themselves, as others may know them: countries, places, and the number of members (PT-N.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from kozyr.club import answers, bodies
from kozyr.club.accounts import one_line
from kozyr.games.refusal import Refused
from kozyr.store import Members, Store, Told

_KEPT: Final = 60.0  # seconds for which the number of members stands
_PLACE: Final = 40  # letters
# Names of zones as the IANA database has them; which there are, the reader's browser knows.
_ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}")
# ISO 3166-1, two letters each; the reader's browser knows the country's name in its language.
_CODES: Final = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ "
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR "
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP "
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT "
    "MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW "
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ "
    "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
)
COUNTRIES: Final = tuple(_CODES.split())


def told(wanted: bodies.TellWhere, before: Told | None, now: int) -> Told:
    """A person's answer in the form that is kept. before: the earlier answer. now: milliseconds since 1970.

    Raises:
        ValueError: there is no such country or zone, or the place is too long.
    """
    if wanted.country is not None and wanted.country not in COUNTRIES:
        raise Refused("no_country", text=wanted.country[:8])
    if wanted.zone is not None and not _ZONE.fullmatch(wanted.zone):
        raise Refused("no_zone", text=wanted.zone[:40])
    place = one_line(wanted.place)
    if len(place) > _PLACE:
        raise Refused("place_long", most=_PLACE)
    since = before or Told()
    return Told(
        wanted.country,
        place,
        wanted.zone,
        (since.shown or now) if wanted.shown else None,
        (since.known or now) if wanted.known else None,
        (since.ranked or now) if wanted.ranked else None,
    )


def where(told: Told | None) -> answers.Where | None:
    """A person's place, as others may know it. None: it is not told."""
    if told is None or told.shown is None:
        return None
    found = answers.Where(told.country, told.place, told.zone)
    return None if found == answers.Where() else found


class Census:
    """How many members the club has, counted once a minute. clock: seconds that never go back."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._found: tuple[Members, float] | None = None

    async def members(self) -> answers.Members:
        """How many have a login, and from how many countries they say they are.

        Raises:
            StoreError: the database does not answer.
        """
        now = self._clock()
        if self._found is None or now - self._found[1] >= _KEPT:
            self._found = await self._store.people.members(), now
        counted = self._found[0]
        return answers.Members(counted.people, counted.countries)
