"""Deberts at events: parties of two."""

from typing import Final

from kozyr.tournaments.part import EventPart

EVENTS: Final = EventPart(at=(2,))
