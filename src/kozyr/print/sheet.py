"""The common parts of all sheets: the head with the event's name, the foot with the page's number."""

from __future__ import annotations

from typing import Final, NamedTuple

from kozyr.print.paper import GREY, HEIGHT, INNER, MARGIN, PALE, WIDTH, Paper
from kozyr.words import Language

TOP: Final = 36.0  # where a page's content begins
BOTTOM: Final = HEIGHT - 18  # and where it ends


class Heading(NamedTuple):
    """The head of every sheet: the event; place, date and session, if they are told."""

    event: str
    place: str = ""
    date: str = ""
    session: str = ""


class Sheet:
    """A document whose pages have the same head."""

    def __init__(self, heading: Heading, title: str, language: Language) -> None:
        self.paper = Paper(f"{heading.event}: {title}" if heading.event else title, language)
        self.heading = heading
        self.title = title
        self.language: Language = language

    def page(self, title: str = "", note: str = "") -> Paper:
        """Begin a page. title: instead of the sheet's own. note: grey, at the right of the title."""
        paper = self.paper
        paper.page()
        told = " · ".join(filter(None, (self.heading.session, self.heading.place, self.heading.date)))
        paper.text(MARGIN, 17, self.heading.event, 10.5, bold=True, room=INNER * 0.58)
        paper.text(WIDTH - MARGIN, 17, told, 9.5, align="right", colour=GREY, room=INNER * 0.4)
        paper.line(MARGIN, 19.5, WIDTH - MARGIN, 19.5, colour=PALE)
        end = paper.text(MARGIN, 29, title or self.title, 17, bold=True, room=INNER * (0.6 if note else 1))
        paper.text(WIDTH - MARGIN, 29, note, 10.5, align="right", room=WIDTH - MARGIN - end - 4)
        return paper

    def foot(self, words: str = "") -> None:
        """The page's foot: a sentence for the reader, and the number of the page."""
        self.paper.text(MARGIN, HEIGHT - 10.5, words, 8, colour=GREY, room=INNER - 12)
        self.paper.text(WIDTH - MARGIN, HEIGHT - 10.5, str(self.paper.pages), 8, align="right", colour=GREY)

    def bytes(self) -> bytes:
        """The finished PDF."""
        return self.paper.bytes()
