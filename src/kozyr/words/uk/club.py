"""What the club itself says in Ukrainian; the page has words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# there is no place now for one more long work, where the browser itself shows why
BUSY: Final[Mapping[str, str]] = {
    "busy": "{why}",
    "own_work": "З вашої мережі вже запитано стільки, скільки можна одразу. Повторіть за {seconds} с.",
    "much_work": "Клуб зайнятий. Повторіть за {seconds} с.",
    "work_died": "У клубі стався збій. Повторіть за {seconds} с.",
}

# what the club rules by itself at an event
RULED: Final[Mapping[str, str]] = {
    "not_come": "Не прийшли й через {minutes} хв після початку туру: {names}",
}

# lines of a league's bulletin
FEED: Final[Mapping[str, str]] = {
    "said": "{title}",
    "counted": "Зараховано турнір «{title}»",
    "withdrawn": "Турнір «{title}» більше не в заліку",
    "rules": "Правила «{title}», редакція {version}",
    "formula": "Нова формула очок",
    "club": "До ліги вступив клуб «{title}»",
}
