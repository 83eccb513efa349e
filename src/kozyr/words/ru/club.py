"""What the club itself says in Russian; the page has words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# there is no place now for one more long work, where the browser itself shows why
BUSY: Final[Mapping[str, str]] = {
    "busy": "{why}",
    "own_work": "Из вашей сети уже запрошено столько, сколько можно сразу. Повторите через {seconds} с.",
    "much_work": "Клуб занят. Повторите через {seconds} с.",
    "work_died": "В клубе случился сбой. Повторите через {seconds} с.",
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
