"""Preferans in Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# of its sheets of paper
PRINT: Final[Mapping[str, str]] = {
    "first_hand": "первая рука {}",
    "talon": "Прикуп",
    "upper": "верхняя",
    "lower": "нижняя",
    "misere": "мизер",
    "misere.short": "М",
    "makes": "Играется",
    "makes.none": "Игры ни у кого",
    "double_dummy.talon": "Взятки играющего с прикупом и лучшим сносом, когда все карты открыты; М — взятки на мизере.",
    "protocol": "Протокол сдачи",
    "whister1": "1-й вистующий",
    "whister2": "2-й вистующий",
    "position": "место",
    "whists": "висты",
    "allpass": "распасы",
    "protocol.foot": "Строку заполняет N, кроме матчевых очков (МО), и возвращает протокол в коробку. На распасах в графе «Контракт» прочерк, взятки пишут с первой руки по часовой стрелке.",
    "values": "Таблица стоимости игр",
    "values.at3": "За столом трое",
    "values.at4": "За столом четверо",
    "values.how": "Взятки: играющий, затем по часовой стрелке. Висты в том же порядке.",
    "values.how.allpass": "Взятки: первая рука, затем по часовой стрелке. Висты в том же порядке.",
    "values.dealer": "Последний столбец: сдающий.",
    "size.6": "Шестерная",
    "size.7": "Семерная",
    "size.8": "Восьмерная",
    "size.9": "Девятерная",
    "size.10": "Десятерная",
    "size.misere": "Мизер",
    "size.-": "Распасы",
    "whisters.0": "Без виста",
    "whisters.checked": "Проверяется",
    "whisters.1": "Один вистующий",
    "whisters.2": "Оба вистуют",
    "game.preferans": "преферанс",
    "scoring.whists": "матчевые очки по вистам, внутри линии",
    "break.allpass_won": "больше выигранных распасов",
    "break.allpass_tricks": "меньше взяток на распасах",
    "break.sets": "меньше ремизов",
    "break.misere_tricks": "меньше взяток на своих мизерах",
}
