"""The words for calls in Russian, Ukrainian and English: a sentence for every code of the book.

The call's promise follows it, with the words of the language (`kozyr.bots.bridge.system.text` has signs that players of
all languages read).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from kozyr.bots.bridge.system import Meaning, text

Language: TypeAlias = Literal["ru", "uk", "en"]

SENTENCES: Final[Mapping[str, Mapping[Language, str]]] = {
    "": {"ru": "Особого значения нет", "uk": "Особливого значення немає", "en": "No special meaning"},
    "accepts": {
        "ru": "Четыре карты в его масти и верх открытия",
        "uk": "Чотири карти в його масті й верх відкриття",
        "en": "Four cards of his suit, and the most for the opening",
    },
    "aces": {
        "ru": "Ответ на вопрос о тузах",
        "uk": "Відповідь на запит про тузи",
        "en": "Answers the question about aces",
    },
    "balancing": {
        "ru": "Возобновление торга в последней руке, бескозырный расклад",
        "uk": "Відновлення торгу в останній руці, безкозирний розклад",
        "en": "Balances in the last seat with a no-trump hand",
    },
    "checkback": {
        "ru": "Вопрос: есть ли три карты в моём мажоре?",
        "uk": "Запит: чи є три карти в моєму мажорі?",
        "en": "Asks for three cards of the major",
    },
    "blackwood": {
        "ru": "Блэквуд: сколько у вас тузов?",
        "uk": "Блеквуд: скільки у вас тузів?",
        "en": "Blackwood: how many aces?",
    },
    "competes": {
        "ru": "Борьба за контракт, без лишней силы",
        "uk": "Боротьба за контракт, без зайвої сили",
        "en": "Competes, with nothing to spare",
    },
    "control": {
        "ru": "Контроль в масти, мысль о шлеме",
        "uk": "Контроль у масті, думка про шлем",
        "en": "A control, with a slam in mind",
    },
    "completes": {
        "ru": "Выполняет трансфер, о своей масти не говорит",
        "uk": "Виконує трансфер, про свою масть не каже",
        "en": "Completes the transfer, says nothing of the suit",
    },
    "cue": {
        "ru": "Заявка в масти противника: сила, форсинг",
        "uk": "Заявка в масті супротивника: сила, форсинг",
        "en": "Cue bid in their suit: strength, forcing",
    },
    "denies": {
        "ru": "Мажорной четвёрки нет",
        "uk": "Мажорної четвірки немає",
        "en": "Denies a four-card major",
    },
    "fourth": {
        "ru": "Четвёртая масть: форсинг до гейма, о масти не говорит",
        "uk": "Четверта масть: форсинг до гейму, про масть не каже",
        "en": "Fourth suit: forcing to game, says nothing of the suit",
    },
    "invite": {"ru": "Приглашение к гейму", "uk": "Запрошення до гейму", "en": "Invites to game"},
    "jacoby": {
        "ru": "2БК Джекоби: фит в масти открытия, форсинг до гейма",
        "uk": "2БК Джекобі: фіт у масті відкриття, форсинг до гейму",
        "en": "Jacoby 2NT: a fit for the suit opened, forcing to game",
    },
    "keycard": {
        "ru": "Ключевой Блэквуд: сколько у вас тузов и козырных королей?",
        "uk": "Ключовий Блеквуд: скільки у вас тузів і козирних королів?",
        "en": "Key-card Blackwood: how many aces and kings of trumps?",
    },
    "keys": {
        "ru": "Ответ на вопрос о ключевых картах",
        "uk": "Відповідь на запит про ключові карти",
        "en": "Answers the question about key cards",
    },
    "king_ask": {
        "ru": "Вопрос: сколько у вас остальных королей? Ключевые карты все у нас",
        "uk": "Запит: скільки у вас решти королів? Ключові карти всі в нас",
        "en": "Asks for the other kings: we have all key cards",
    },
    "kings": {
        "ru": "Ответ на вопрос о королях",
        "uk": "Відповідь на запит про королів",
        "en": "Answers the question about kings",
    },
    "minimum": {"ru": "Минимум открытия", "uk": "Мінімум відкриття", "en": "A minimum opening"},
    "natural": {"ru": "Натуральная заявка", "uk": "Натуральна заявка", "en": "Natural"},
    "negative": {
        "ru": "Негативная контра: есть неназванный мажор",
        "uk": "Негативна контра: є неназваний мажор",
        "en": "Negative double: the unbid major",
    },
    "no_trump": {
        "ru": "Равномерный расклад, сила по таблице",
        "uk": "Рівномірний розклад, сила за таблицею",
        "en": "A balanced hand within these points",
    },
    "opening": {"ru": "Открытие в масти", "uk": "Відкриття в масті", "en": "Opens the suit"},
    "overcall": {
        "ru": "Вмешательство своей мастью",
        "uk": "Втручання своєю мастю",
        "en": "Overcalls in a suit of his own",
    },
    "penalty": {"ru": "Наказание", "uk": "Покарання", "en": "For penalties"},
    "preempt": {"ru": "Блокирующая заявка", "uk": "Блокувальна заявка", "en": "Preemptive"},
    "preference": {
        "ru": "Выбор из мастей партнёра",
        "uk": "Вибір із мастей партнера",
        "en": "Prefers one of partner's suits",
    },
    "quantitative": {
        "ru": "Количественное приглашение к шлему",
        "uk": "Кількісне запрошення до шлему",
        "en": "Invites to slam by points",
    },
    "queen": {
        "ru": "Ответ на вопрос о козырной даме",
        "uk": "Відповідь на запит про козирну даму",
        "en": "Answers the question about the queen of trumps",
    },
    "queen_ask": {
        "ru": "Вопрос: есть ли козырная дама?",
        "uk": "Запит: чи є козирна дама?",
        "en": "Asks for the queen of trumps",
    },
    "raise": {"ru": "Поддержка масти партнёра", "uk": "Підтримка масті партнера", "en": "Raises partner's suit"},
    "redouble": {"ru": "Реконтра: сила у нас", "uk": "Реконтра: сила в нас", "en": "Redoubles: we have the strength"},
    "relay": {
        "ru": "Релей: назовите следующую масть",
        "uk": "Релей: назвіть наступну масть",
        "en": "Relay: bid the suit it asks for",
    },
    "slam": {"ru": "Шлем", "uk": "Шлем", "en": "Bids the slam"},
    "stayman": {
        "ru": "Стейман: есть ли мажорная четвёрка?",
        "uk": "Стейман: чи є мажорна четвірка?",
        "en": "Stayman: have you a four-card major?",
    },
    "strong": {"ru": "Сильная карта, форсинг", "uk": "Сильна карта, форсинг", "en": "A strong hand, forcing"},
    "support": {
        "ru": "Контра поддержки: ровно три карты в масти партнёра",
        "uk": "Контра підтримки: рівно три карти в масті партнера",
        "en": "Support double: exactly three cards of partner's suit",
    },
    "takeout": {
        "ru": "Контра на вызов: назовите свою масть",
        "uk": "Контра на виклик: назвіть свою масть",
        "en": "Takeout double: bid your suit",
    },
    "splinter": {
        "ru": "Сплинтер: фит и не больше одной карты в этой масти",
        "uk": "Сплінтер: фіт і не більше однієї карти в цій масті",
        "en": "Splinter: a fit, and at most one card of this suit",
    },
    "transfer": {
        "ru": "Трансфер: у меня следующая масть",
        "uk": "Трансфер: у мене наступна масть",
        "en": "Transfer: I have the next suit",
    },
    "two_suits": {
        "ru": "Двухмастная карта, хотя бы 5-5",
        "uk": "Двомастна карта, щонайменше 5-5",
        "en": "Two suits, at least five and five",
    },
    "waiting": {
        "ru": "Выжидательная, о карте не говорит",
        "uk": "Вичікувальна, про карту не каже",
        "en": "Waits, says nothing of the hand",
    },
    "weak": {
        "ru": "Слабая карта с длинной мастью",
        "uk": "Слабка карта з довгою мастю",
        "en": "A weak hand with a long suit",
    },
}


_SIGNS: Final[Mapping[Language, Mapping[str, str]]] = {
    "ru": {
        "hcp": "очков",
        "points": "очков с длиной",
        "balanced": "равномерный расклад",
        "stop": "держка",
        "ace": "тузов",
        "key": "ключевых карт",
        "king": "королей",
        "queen": "дама",
        "no_queen": "без дамы",
        "fit": "очков при фите",
        "one": "форсинг на круг",
        "game": "форсинг до гейма",
        "sign_off": "заключительная",
    },
    "uk": {
        "hcp": "очок",
        "points": "очок з довжиною",
        "balanced": "рівномірний розклад",
        "stop": "тримання",
        "ace": "тузів",
        "key": "ключових карт",
        "king": "королів",
        "queen": "дама",
        "no_queen": "без дами",
        "fit": "очок при фіті",
        "one": "форсинг на коло",
        "game": "форсинг до гейму",
        "sign_off": "заключна",
    },
    "en": {
        "hcp": "HCP",
        "points": "points with length",
        "balanced": "balanced",
        "stop": "stop in",
        "ace": "aces",
        "key": "key cards",
        "king": "kings",
        "queen": "queen of",
        "no_queen": "no queen of",
        "fit": "points with support",
        "one": "forcing for a round",
        "game": "forcing to game",
        "sign_off": "to play",
    },
}


def sentence(meaning: Meaning, language: Language) -> str:
    """A call in words and signs of a language: `Transfer: I have the next suit (♠5+, forcing for a round)`."""
    said = text(meaning, _SIGNS[language])
    words = SENTENCES[meaning.code][language]
    return f"{words} ({said})" if said else words
