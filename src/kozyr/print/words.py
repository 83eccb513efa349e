"""The words of printed sheets in three languages, as players and arbiters say them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from kozyr.cards import Card, CardSet, Suit

Language: TypeAlias = Literal["ru", "uk", "en"]

LANGUAGES: Final[tuple[Language, ...]] = ("ru", "uk", "en")
_HONOURS: Final[dict[Language, str]] = {"ru": "ВДКТ", "uk": "ВДКТ", "en": "JQKA"}  # P-1.3.5

# Each in Russian, Ukrainian, English.
WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "hand_records": ("Расклады", "Розклади", "Hand records"),
    "board": ("Сдача", "Здача", "Board"),
    "boards": ("Сдачи", "Здачі", "Boards"),
    "dealer": ("сдаёт {}", "здає {}", "dealer {}"),
    "first_hand": ("первая рука {}", "перша рука {}", "first hand {}"),
    "vul.none": ("до зоны", "до зони", "none vul"),
    "vul.ns": ("NS в зоне", "NS у зоні", "NS vul"),
    "vul.ew": ("EW в зоне", "EW у зоні", "EW vul"),
    "vul.both": ("все в зоне", "усі в зоні", "all vul"),
    "talon": ("Прикуп", "Прикуп", "Talon"),
    "upper": ("верхняя", "верхня", "upper"),
    "lower": ("нижняя", "нижня", "lower"),
    "nt": ("БК", "БК", "NT"),
    "misere": ("мизер", "мізер", "misère"),
    "misere.short": ("М", "М", "M"),
    "par": ("Минимакс", "Мінімакс", "Par"),
    "makes": ("Играется", "Грається", "Makes"),
    "makes.none": ("Игры ни у кого", "Гри ні в кого", "Nobody makes six"),
    "double_dummy": (
        "Взятки играющего, когда все карты открыты и каждый играет лучшим образом.",
        "Взятки того, хто грає, коли всі карти відкрито й кожен грає якнайкраще.",
        "Tricks of the declarer when all cards are seen and everybody plays his best.",
    ),
    "double_dummy.talon": (
        "Взятки играющего с прикупом и лучшим сносом, когда все карты открыты; М — взятки на мизере.",
        "Взятки того, хто грає, з прикупом і найкращим зносом, коли всі карти відкрито; М — взятки на мізері.",
        "Tricks of the declarer with the talon and his best discard when all cards are seen; M: tricks at misère.",
    ),
    "protocol": ("Протокол сдачи", "Протокол здачі", "Protocol of board"),
    "traveller": ("Протокол сдачи", "Протокол здачі", "Traveller of board"),
    "contract": ("Контракт", "Контракт", "Contract"),
    "declarer": ("Играет", "Грає", "Declarer"),
    "whister1": ("1-й вистующий", "1-й вістує", "1st whister"),
    "whister2": ("2-й вистующий", "2-й вістує", "2nd whister"),
    "position": ("место", "місце", "seat"),
    "tricks": ("взятки", "взятки", "tricks"),
    "number": ("№", "№", "no."),
    "whists": ("висты", "вісти", "whists"),
    "matchpoints": ("МО", "МО", "MP"),
    "allpass": ("распасы", "розпаси", "all-pass"),
    "protocol.foot": (
        (
            "Строку заполняет N, кроме матчевых очков (МО), и возвращает протокол в коробку. На распасах в графе «Контракт» прочерк,"
            " взятки пишут с первой руки по часовой стрелке."
        ),
        (
            "Рядок заповнює N, крім матчевих очок (МО), і повертає протокол до коробки. На розпасах у графі «Контракт» прокреслення,"
            " взятки пишуть від першої руки за годинниковою стрілкою."
        ),
        (
            "N fills the line in, but for the matchpoints (MP), and puts the protocol back. At an all-pass the contract is a dash,"
            " and tricks are written from the first hand clockwise."
        ),
    ),
    "lead": ("Первый ход", "Перший хід", "Lead"),
    "pair_ns": ("Пара NS", "Пара NS", "Pair NS"),
    "pair_ew": ("Пара EW", "Пара EW", "Pair EW"),
    "points_ns": ("Очки NS", "Очки NS", "Points NS"),
    "points_ew": ("Очки EW", "Очки EW", "Points EW"),
    "score": ("Результат NS", "Результат NS", "Score NS"),
    "passed": ("пас", "пас", "passed"),
    "opens": ("открывает {}", "відкриває {}", "{} calls first"),
    "table": ("Стол", "Стіл", "Table"),
    "tables": ("Столы", "Столи", "Tables"),
    "table_card": ("Карта стола", "Картка столу", "Table card"),
    "player_card": ("Карта игрока", "Картка гравця", "Player's card"),
    "round": ("Тур", "Тур", "Round"),
    "seat": ("Место", "Місце", "Seat"),
    "with": ("За столом", "За столом", "With"),
    "rests": ("отдыхает", "відпочиває", "sits out"),
    "empty": ("стол пуст", "стіл порожній", "empty"),
    "shared": ("общие со столом {}", "спільні зі столом {}", "shared with table {}"),
    "boards_to": (
        "После тура сдачи переходят на стол {}.",
        "Після туру здачі переходять на стіл {}.",
        "After the round the boards go to table {}.",
    ),
    "scan": ("Наведите камеру", "Наведіть камеру", "Point a camera here"),
    "values": ("Таблица стоимости игр", "Таблиця вартості ігор", "Table of game values"),
    "values.at3": ("За столом трое", "За столом троє", "Three at the table"),
    "values.at4": ("За столом четверо", "За столом четверо", "Four at the table"),
    "values.how": (
        "Взятки: играющий, затем по часовой стрелке. Висты в том же порядке.",
        "Взятки: хто грає, далі за годинниковою стрілкою. Вісти в тому самому порядку.",
        "Tricks: the declarer, then clockwise. Whists in the same order.",
    ),
    "values.how.allpass": (
        "Взятки: первая рука, затем по часовой стрелке. Висты в том же порядке.",
        "Взятки: перша рука, далі за годинниковою стрілкою. Вісти в тому самому порядку.",
        "Tricks: the first hand, then clockwise. Whists in the same order.",
    ),
    "values.dealer": (
        "Последний столбец: сдающий.",
        "Останній стовпець: здавач.",
        "The last column: the dealer who sits out.",
    ),
    "size.6": ("Шестерная", "Шестірна", "Six"),
    "size.7": ("Семерная", "Сімка", "Seven"),
    "size.8": ("Восьмерная", "Вісімка", "Eight"),
    "size.9": ("Девятерная", "Дев’ятірна", "Nine"),
    "size.10": ("Десятерная", "Десятірна", "Ten"),
    "size.misere": ("Мизер", "Мізер", "Misère"),
    "size.-": ("Распасы", "Розпаси", "All-pass"),
    "whisters.0": ("Без виста", "Без віста", "Not whisted"),
    "whisters.checked": ("Проверяется", "Перевіряється", "Checked"),
    "whisters.1": ("Один вистующий", "Один вістує", "One whister"),
    "whisters.2": ("Оба вистуют", "Обидва вістують", "Both whist"),
    "appeal": ("Апелляция", "Апеляція", "Appeal"),
    "appeal.event": ("Соревнование, сессия", "Змагання, сесія", "Event, session"),
    "appeal.where": ("Тур, стол, сдача", "Тур, стіл, здача", "Round, table, board"),
    "appeal.people": ("Кто сидел (N, E, S, W)", "Хто сидів (N, E, S, W)", "Who sat (N, E, S, W)"),
    "appeal.by": ("Подаёт", "Подає", "Appellant"),
    "appeal.against": ("Другая сторона", "Інша сторона", "Other side"),
    "appeal.arbiter": ("Судья", "Суддя", "Arbiter"),
    "appeal.noticed": ("Намерение заявлено в", "Намір заявлено о", "Notice given at"),
    "appeal.filed": ("Подано в", "Подано о", "Filed at"),
    "appeal.facts": ("Что произошло", "Що сталося", "Facts"),
    "appeal.ruling": (
        "Решение судьи и пункт правил",
        "Рішення судді й пункт правил",
        "Ruling, and the rule it rests on",
    ),
    "appeal.request": ("О чём просит подающий и почему", "Про що просить і чому", "What is asked for, and why"),
    "appeal.other": ("Мнение другой стороны", "Думка іншої сторони", "What the other side says"),
    "appeal.decision": (
        "Решение апелляционного комитета",
        "Рішення апеляційного комітету",
        "Decision of the appeals committee",
    ),
    "appeal.changes": ("Результат изменён", "Результат змінено", "Result changed"),
    "appeal.stands": ("Решение судьи остаётся", "Рішення судді лишається", "Ruling stands"),
    "appeal.committee": ("Комитет", "Комітет", "Committee"),
    "appeal.signed": ("Подпись", "Підпис", "Signature"),
    "appeal.foot": (
        "О намерении заявляют судье до начала следующей сдачи; апелляцию подают не позже чем через {} минут после окончания сессии.",
        "Про намір заявляють судді до початку наступної здачі; апеляцію подають не пізніше ніж за {} хвилин після кінця сесії.",
        "Notice is given to the arbiter before the next deal begins; the appeal is filed within {} minutes after the session.",
    ),
    "announcement": ("Регламент", "Регламент", "Regulations"),
    "duty.arbiter": ("Судья", "Суддя", "Arbiter"),
    "duty.preparations": ("Помещение и инвентарь", "Приміщення та інвентар", "Room and equipment"),
    "duty.sessions": ("Сессии", "Сесії", "Sessions"),
    "duty.entry": ("Условия участия", "Умови участі", "Conditions of entry"),
    "duty.special_conditions": ("Особые условия игры", "Особливі умови гри", "Special conditions of play"),
    "duty.published": ("Регламент опубликован", "Регламент опубліковано", "Regulations published"),
    "rule.played": ("Играем", "Граємо", "Game"),
    "rule.played.is": ("{}, договорённости {}", "{}, домовленості {}", "{}, conventions {}"),
    "rule.changes": ("Отличия от договорённости", "Відмінності від домовленості", "Changes to the conventions"),
    "rule.besides": ("Кроме того", "Крім того", "Besides"),
    "besides.tournament_entry": (
        "участников записывает судья",
        "учасників записує суддя",
        "the director enters whom he takes",
    ),
    "besides.tournament_sets": (
        "в каждом туре за всеми столами одни сдачи",
        "у кожному турі за всіма столами одні здачі",
        "all tables play the same boards in each round",
    ),
    "besides.tournament_results": (
        "результаты видны по ходу, по сдачам, которые сыграли все",
        "результати видно по ходу, за здачами, які зіграли всі",
        "results are seen as they stand, over boards that all have played",
    ),
    "besides.tournament_rows": (
        "кто сыграл сдачу, видит и строки других столов",
        "хто зіграв здачу, бачить і рядки інших столів",
        "who has played a board sees the other tables' lines of it",
    ),
    "besides.tournament_early_end": (
        "сессия может кончиться раньше последнего тура",
        "сесія може закінчитися раніше за останній тур",
        "a session may end before its last round",
    ),
    "besides.tournament_break_min": (
        "между турами {} мин, потом тур начинается сам",
        "між турами {} хв, потім тур починається сам",
        "{} minutes between rounds, after which the next one begins by itself",
    ),
    "besides.tournament_absent_min": (
        "кто не пришёл через {} мин после начала тура, его сдачи не играются: ему как виновному, другим как невиновным",
        "хто не прийшов через {} хв після початку туру, його здачі не грають: йому як винному, іншим як невинним",
        "boards of who has not come {} minutes after the round began are not played: he scores as the guilty, the others as the innocent",
    ),
    "besides.tournament_places": ("мест: {}", "місць: {}", "places: {}"),
    "besides.tournament_check_in_min": (
        "отмечаются за {} мин до начала",
        "відмічаються за {} хв до початку",
        "entrants check in from {} minutes before the beginning on",
    ),
    "game.preferans": ("преферанс", "преферанс", "preferans"),
    "game.bridge": ("бридж", "бридж", "bridge"),
    "game.deberts": ("деберц", "деберц", "deberts"),
    "rule.format": ("Турнир", "Турнір", "Format"),
    "format.duplicate": ("дубликатный", "дублікатний", "duplicate"),
    "format.olympic": (
        "олимпийский, с каждого стола дальше выходит {}",
        "олімпійський, з кожного столу далі виходить {}",
        "Olympic, {} of each table on to the next round",
    ),
    "format.compensation": ("компенсационный", "компенсаційний", "compensation"),
    "format.cup": (
        "кубок: туров {}, в каждом сдач {}, в финале участников {}",
        "кубок: турів {}, у кожному здач {}, у фіналі учасників {}",
        "cup: {} issues of {} deals, {} in the final",
    ),
    "rule.scoring": ("Сравнение", "Порівняння", "Scoring"),
    "scoring.whists": (
        "матчевые очки по вистам, внутри линии",
        "матчеві очки за вістами, у межах лінії",
        "matchpoints by whists, within a line",
    ),
    "scoring.matchpoints": ("матчевые очки", "матчеві очки", "matchpoints"),
    "scoring.butler": ("импы, Батлер", "імпи, Батлер", "IMPs, Butler"),
    "scoring.cross_imps": ("импы, каждый с каждым", "імпи, кожен із кожним", "cross-IMPs"),
    "scoring.team_imps": ("импы команд", "імпи команд", "team IMPs"),
    "scoring.board_a_match": ("каждая сдача — матч", "кожна здача — матч", "board-a-match"),
    "scoring.none": ("—", "—", "—"),
    "rule.minutes": ("Минут на сдачу", "Хвилин на здачу", "Minutes for a board"),
    "rule.adjusted": (
        "Присуждённый результат",
        "Присуджений результат",
        "Artificial scores",
    ),
    "rule.penalties": ("Штрафы, от максимума сдачи", "Штрафи, від максимуму здачі", "Penalties, of a board's max"),
    "offence.late": ("опоздание", "запізнення", "late"),
    "offence.slow": ("медленная игра", "повільна гра", "slow play"),
    "offence.discussion": ("обсуждение сдач", "обговорення здач", "discussing boards"),
    "offence.comparing": ("сравнение результатов", "порівняння результатів", "comparing scores"),
    "offence.touching": ("чужие карты в руках", "чужі карти в руках", "touching others' cards"),
    "offence.wrong_pocket": ("карты не в том кармане", "карти не в тій кишені", "cards in a wrong pocket"),
    "offence.procedure": ("ошибка процедуры", "помилка процедури", "error of procedure"),
    "offence.disobedience": ("неподчинение судье", "непокора судді", "disobedience"),
    "offence.other": ("прочее", "інше", "other"),
    "rule.breaks": ("При равенстве", "За рівності", "Tie-breaks"),
    "break.allpass_won": ("больше выигранных распасов", "більше виграних розпасів", "more all-passes won"),
    "break.allpass_tricks": ("меньше взяток на распасах", "менше взяток на розпасах", "fewer tricks at all-passes"),
    "break.sets": ("меньше ремизов", "менше ремізів", "fewer undertricks"),
    "break.misere_tricks": (
        "меньше взяток на своих мизерах",
        "менше взяток на своїх мізерах",
        "fewer tricks at misères",
    ),
    "break.direct": ("личные встречи", "особисті зустрічі", "the meetings of the equal ones"),
    "break.wins": ("больше побед", "більше перемог", "more wins"),
    "break.tops": ("больше лучших результатов", "більше найкращих результатів", "more tops"),
    "rule.systems": ("Системы торговли", "Системи торгівлі", "Systems"),
    "systems.any": ("любые", "будь-які", "any"),
    "systems.natural": ("только натуральные", "лише натуральні", "natural ones alone"),
    "rule.explanations": ("Заявку объясняет", "Заявку пояснює", "A call is explained"),
    "explanations.partner": ("партнёр заявившего", "партнер того, хто заявив", "by the partner"),
    "explanations.self": ("сам заявивший", "той, хто заявив", "by who made it"),
    "explanations.written": (
        "письменно; без карты системы за стол не садятся",
        "письмово; без картки системи за стіл не сідають",
        "in writing; nobody sits down without a system card",
    ),
    "rule.carried": ("Переносится в следующий этап", "Переноситься до наступного етапу", "Carried to the next stage"),
    "rule.correction": ("Результаты исправляют", "Результати виправляють", "Results are corrected"),
    "rule.correction.is": (
        "{} мин после официального объявления",
        "{} хв після офіційного оголошення",
        "for {} minutes after they are published",
    ),
    "rule.appeals": ("Апелляцию подают", "Апеляцію подають", "Appeals are filed"),
    "rule.appeals.is": ("до {} мин после сессии", "до {} хв після сесії", "up to {} minutes after the session"),
    "rule.condition": ("Объявлено", "Оголошено", "Announced"),
    "minutes": (
        "На тур {} мин.",
        "На тур {} хв.",
        "{} minutes a round.",
    ),
    "lack.none_known": (
        "Для столов {} по {} полная схема неизвестна.",
        "Для столів {} по {} повна схема невідома.",
        "No complete scheme is known for {} tables of {}.",
    ),
    "lack.none_with_one_box": (
        "Для столов {} по {} с одной коробкой каждой сдачи полной схемы нет.",
        "Для столів {} по {} з однією коробкою кожної здачі повної схеми немає.",
        "There is no complete scheme for {} tables of {} with one box of each board.",
    ),
    "lack.none": (
        "Для столов {} по {} полной схемы нет.",
        "Для столів {} по {} повної схеми немає.",
        "There is no complete scheme for {} tables of {}.",
    ),
    "lack.line_step": (
        "№ {}–{}: линия делает лишний шаг, некоторые встретятся дважды, некоторые не встретятся.",
        "№ {}–{}: лінія робить зайвий крок, дехто зустрінеться двічі, дехто не зустрінеться.",
        "{}–{}: with one more step of a line some meet again, and some of different lines never.",
    ),
    "lack.skip": (
        "Каждая пара не встретится с одной парой другой линии.",
        "Кожна пара не зустрінеться з однією парою іншої лінії.",
        "Each pair leaves out one of the other line.",
    ),
    "lack.uneven": (
        "Туров {}: из № {}–{} некоторые встретятся {} раз, в среднем любые двое {}.",
        "Турів {}: з № {}–{} дехто зустрінеться {} раз, у середньому будь-які двоє {}.",
        "In {} rounds some of {}–{} meet {} times, on average any two {}.",
    ),
    "lack.rests": (
        "Туров {}: из № {}–{} некоторые отдыхают на {} тур больше других.",
        "Турів {}: з № {}–{} дехто відпочиває на {} тур більше за інших.",
        "In {} rounds some of {}–{} rest {} times more than others.",
    ),
    "results": ("Результаты", "Результати", "Results"),
    "final": ("Итоговая таблица", "Підсумкова таблиця", "Final table"),
    "place": ("Место", "Місце", "Place"),
    "who": ("Участник", "Учасник", "Entrant"),
    "total": ("Итог", "Підсумок", "Total"),
    "unit.percent": ("Итог, %", "Підсумок, %", "Total, %"),
    "unit.whists": ("Висты", "Вісти", "Whists"),
    "unit.points": ("Очки", "Очки", "Points"),
    "unit.imps": ("Импы", "Імпи", "IMPs"),
    "unit.victory_points": ("Победные очки", "Переможні очки", "Victory points"),
    "page": ("стр. {} из {}", "с. {} з {}", "page {} of {}"),
}


def say(language: Language, key: str, *values: object) -> str:
    """A word or sentence; values take the places of its braces."""
    return WORDS[key][LANGUAGES.index(language)].format(*values)


def ranks(language: Language, cards: CardSet) -> str:
    """The ranks of some cards of one suit, the highest first, as people write them; a dash for none."""
    return " ".join(one.sign(_HONOURS[language])[1:] for one in reversed(list(cards))) or "—"


def card(language: Language, one: Card) -> str:
    """A card as people write it."""
    return one.sign(_HONOURS[language])


def decimals(language: Language, text: str) -> str:
    """A number as people write it: with a true minus, and a comma before decimals where it is not English."""
    return text.replace("-", "−").replace(".", "." if language == "en" else ",")


def contract(language: Language, text: str) -> str:
    """A contract as people write it: `6S`, `4HX`, `7NT`, `misere`, `-`, `pass`."""
    if text == "misere":
        return say(language, "misere")
    if text == "pass":
        return say(language, "passed")
    if text in {"", "-"}:
        return "—" if text else ""
    level = text.rstrip("SHDCNTX")
    rest = text[len(level) :]
    doubled = "×" * rest.count("X")
    named = rest.rstrip("X")
    return level + (Suit(named).sign if len(named) == 1 else f"\u00a0{say(language, 'nt')}") + doubled
