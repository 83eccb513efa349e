"""The post-mortem of a deal in Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REVIEW: Final[Mapping[str, str]] = {
    "decimal": ",",
    "deal": "Сдача {deal}, записи {first}–{last}",
    "whole": "Вся игра, сдач: {deals}",
    "sheet": "запись",
    "luck": "расклад",
    "auction": "торговля",
    "discard": "снос",
    "whist": "вист",
    "play": "розыгрыш",
    "rulings": "решения судьи",
    "mine": "свои",
    "partner": "партнёр",
    "opponents": "соперники",
    "unsolved": "Некоторые моменты нельзя оценить в открытых картах.",
    "dearest": "Самые дорогие решения по тому, что было видно:",
    "no_errors": "По тому, что было видно, ничего не отдано.",
    "right": "{event}: верно по тому, что было видно",
    "instead": "{event} вместо {better}: {losses}",
    "least": "{loss} или больше",
    "sets": "подсад в {mine} % раскладов вместо {other} %",
    "open": "по раскладу: {losses} (лучше {better})",
    "open_bare": "по раскладу: {losses}",
    "open_right": "по раскладу: без потерь",
    "loss.whists": "висты −{n}",
    "loss.points": "очки −{n}",
    "loss.imps": "импы −{n}",
    "loss.matchpoints": "матчпойнты −{n} %",
    "loss.chance": "шанс на выигрыш партии −{n} %",
    "loss.tricks": "взятки −{n}",
}

REFUSED: Final[Mapping[str, str]] = {
    "not_reviewed": "{game}: разбора этой игры нет",
    "deal_unfinished": "сдача {deal} не доиграна",
    "deal_absent": "сдачи {deal} здесь нет",
    "deals_none": "здесь нет сыгранных сдач",
    "irregular_entry": "{event}: это против правил",
}
