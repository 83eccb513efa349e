"""What the club itself says in Russian; the page has words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# there is no place now for one more long work: the network has all of its places, or nobody has one
BUSY: Final[Mapping[str, str]] = {
    "own": "Из вашей сети уже запрошено столько, сколько можно сразу. Повторите через {} с.",
    "all": "Клуб занят. Повторите через {} с.",
}

# what the club rules by itself at an event
RULED: Final[Mapping[str, str]] = {
    "not_come": "Не пришли и через {minutes} мин после начала тура: {names}",
}

# lines of a league's bulletin
FEED: Final[Mapping[str, str]] = {
    "said": "{title}",
    "counted": "Засчитан турнир «{title}»",
    "withdrawn": "Турнир «{title}» больше не в зачёте",
    "rules": "Правила «{title}», редакция {version}",
    "formula": "Новая формула очков",
    "club": "В лигу вступил клуб «{title}»",
}
