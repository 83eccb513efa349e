"""The bulletin of a league as an Atom feed, RFC 4287 (PT-L.5). Pure: the league in, text out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from xml.etree import ElementTree as ET

from kozyr.club.league.league import League, News
from kozyr.words import Language, vocabulary

_ATOM: Final = "http://www.w3.org/2005/Atom"
_MOST: Final = 50


def atom(league: League, language: Language, page: str, itself: str) -> str:
    """The newest lines of the bulletin. page, itself: the addresses of the league's page and of the feed."""
    ET.register_namespace("", _ATOM)
    lines = league.news[: -_MOST - 1 : -1]
    root = ET.Element(_tag("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": language})
    _add(root, "id", f"urn:kozyr:league:{league.setup.id}")
    _add(root, "title", league.setup.name)
    _add(root, "updated", _moment(lines[0].at if lines else league.setup.created))
    ET.SubElement(root, _tag("link"), {"rel": "self", "type": "application/atom+xml", "href": itself})
    ET.SubElement(root, _tag("link"), {"rel": "alternate", "type": "text/html", "href": page})
    _add(ET.SubElement(root, _tag("author")), "name", league.setup.name)
    for one in lines:
        _entry(root, league, one, language, page)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _entry(root: ET.Element, league: League, one: News, language: Language, page: str) -> None:
    entry = ET.SubElement(root, _tag("entry"))
    _add(entry, "id", f"urn:kozyr:league:{league.setup.id}:{one.seq}")
    _add(entry, "title", vocabulary(language, "club", "FEED")[one.what].format(title=one.title, version=one.version))
    _add(entry, "updated", _moment(one.at))
    ET.SubElement(entry, _tag("link"), {"rel": "alternate", "type": "text/html", "href": page})
    _add(entry, "content", one.text)


def _tag(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _add(to: ET.Element, name: str, text: str) -> None:
    """Add an element with a text, without the characters that XML forbids."""
    ET.SubElement(to, _tag(name)).text = "".join(one for one in text if one.isprintable() or one in "\n\t")


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
