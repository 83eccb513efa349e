"""The post-mortem of a deal in Ukrainian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REVIEW: Final[Mapping[str, str]] = {
    "decimal": ",",
    "deal": "Здача {deal}, записи {first}–{last}",
    "whole": "Уся гра, здач: {deals}",
    "sheet": "запис",
    "luck": "розклад",
    "auction": "торгівля",
    "discard": "знос",
    "whist": "віст",
    "play": "розіграш",
    "rulings": "рішення судді",
    "mine": "свої",
    "partner": "партнер",
    "opponents": "супротивники",
    "unsolved": "Деякі моменти не можна оцінити у відкритих картах.",
    "dearest": "Найдорожчі рішення за тим, що було видно:",
    "no_errors": "За тим, що було видно, нічого не віддано.",
    "right": "{event}: правильно за тим, що було видно",
    "instead": "{event} замість {better}: {losses}",
    "least": "{loss} або більше",
    "sets": "підсад у {mine} % розкладів замість {other} %",
    "open": "за розкладом: {losses} (краще {better})",
    "open_bare": "за розкладом: {losses}",
    "open_right": "за розкладом: без втрат",
    "loss.whists": "вісти −{n}",
    "loss.points": "очки −{n}",
    "loss.imps": "імпи −{n}",
    "loss.matchpoints": "матчпойнти −{n} %",
    "loss.chance": "шанс на виграш партії −{n} %",
    "loss.tricks": "взятки −{n}",
}

REFUSED: Final[Mapping[str, str]] = {
    "not_reviewed": "{game}: розбору цієї гри немає",
    "deal_unfinished": "здачу {deal} не дограно",
    "deal_absent": "здачі {deal} тут немає",
    "deals_none": "тут немає зіграних здач",
    "irregular_entry": "{event}: це проти правил",
}
