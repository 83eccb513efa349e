"""Preferans in Ukrainian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# of its sheets of paper
PRINT: Final[Mapping[str, str]] = {
    "first_hand": "перша рука {}",
    "talon": "Прикуп",
    "upper": "верхня",
    "lower": "нижня",
    "misere": "мізер",
    "misere.short": "М",
    "makes": "Грається",
    "makes.none": "Гри ні в кого",
    "double_dummy.talon": "Взятки того, хто грає, з прикупом і найкращим зносом, коли всі карти відкрито; М — взятки на мізері.",
    "protocol": "Протокол здачі",
    "whister1": "1-й вістує",
    "whister2": "2-й вістує",
    "position": "місце",
    "whists": "вісти",
    "allpass": "розпаси",
    "protocol.foot": "Рядок заповнює N, крім матчевих очок (МО), і повертає протокол до коробки. На розпасах у графі «Контракт» прокреслення, взятки пишуть від першої руки за годинниковою стрілкою.",
    "values": "Таблиця вартості ігор",
    "values.at3": "За столом троє",
    "values.at4": "За столом четверо",
    "values.how": "Взятки: хто грає, далі за годинниковою стрілкою. Вісти в тому самому порядку.",
    "values.how.allpass": "Взятки: перша рука, далі за годинниковою стрілкою. Вісти в тому самому порядку.",
    "values.dealer": "Останній стовпець: здавач.",
    "size.6": "Шестірна",
    "size.7": "Сімка",
    "size.8": "Вісімка",
    "size.9": "Дев’ятірна",
    "size.10": "Десятірна",
    "size.misere": "Мізер",
    "size.-": "Розпаси",
    "whisters.0": "Без віста",
    "whisters.checked": "Перевіряється",
    "whisters.1": "Один вістує",
    "whisters.2": "Обидва вістують",
    "game.preferans": "преферанс",
    "scoring.whists": "матчеві очки за вістами, у межах лінії",
    "break.allpass_won": "більше виграних розпасів",
    "break.allpass_tricks": "менше взяток на розпасах",
    "break.sets": "менше ремізів",
    "break.misere_tricks": "менше взяток на своїх мізерах",
}
