"""What an incident is and what it tells, in Russian and Ukrainian, by its tag; names alone in English, where the type has the rest.

Deadlines by their codes, and the words around a ruling, in all three.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "misdeal": "a wrong deal", "talon": "the talon seen, opened or taken", "call_out_of_turn": "a call out of turn",
        "illegal_contract": "an illegal contract", "slip": "a slip in naming", "wrong_discard": "a wrong number of cards at the contract",
        "discard_looked_at": "a look at the discard", "advice": "an outsider's advice", "out_of_turn": "a card out of turn",
        "shown": "cards shown", "revoke": "a revoke", "trick_looked_at": "a look at a trick", "wrong_count": "a wrong number of cards in play",
        "plan": "a disputed plan", "remark": "a remark", "sheet_error": "a wrong entry", "forgotten_entry": "a forgotten entry",
        "insufficient": "an insufficient bid", "card_handled": "a card that may be played or not", "penalty_lead": "a lead past nailed cards",
        "dummy_spoke": "dummy spoke", "offence": "an offence in deberts", "fouled": "a fouled deal", "attention": "who drew attention",
        "adjusted": "an adjusted score", "pocket_count": "a wrong number in a pocket", "card_missing": "a missing card",
        "defective_trick": "a defective trick", "wrong_board": "a wrong board", "wrong_box": "a wrong box", "arbiter_error": "the arbiter's error",
        "facts": "facts agreed or disputed", "appeal": "an appeal", "protocol": "the protocol",
    },
    "ru": {
        "misdeal": "неправильная сдача", "talon": "прикуп увидели, открыли или взяли", "call_out_of_turn": "заявка не в очередь",
        "illegal_contract": "недопустимый контракт", "slip": "оговорка в заказе", "wrong_discard": "неверное число карт при заказе",
        "discard_looked_at": "заглянул в снос", "advice": "подсказка зрителя", "out_of_turn": "карта не в очередь", "shown": "показанные карты",
        "revoke": "фальшренонс", "trick_looked_at": "заглянул во взятку", "wrong_count": "неверное число карт в розыгрыше", "plan": "спор о плане",
        "remark": "замечание вслух", "sheet_error": "неверная запись", "forgotten_entry": "забытая запись", "insufficient": "недостаточная заявка",
        "card_handled": "сыграна ли карта", "penalty_lead": "ход при пришпиленных картах", "dummy_spoke": "болван заговорил",
        "offence": "нарушение в деберце", "fouled": "сдача в разном виде", "attention": "кто указал на нарушение", "adjusted": "исправленная оценка",
        "pocket_count": "неверное число карт в кармане", "card_missing": "недостающая карта", "defective_trick": "неполная взятка",
        "wrong_board": "не та сдача", "wrong_box": "не та коробка", "arbiter_error": "ошибка судьи", "facts": "факты признаны или спорны",
        "appeal": "апелляция", "protocol": "протокол",
    },
    "uk": {
        "misdeal": "неправильна здача", "talon": "прикуп побачили, відкрили або взяли", "call_out_of_turn": "заявка не в чергу",
        "illegal_contract": "недозволений контракт", "slip": "обмовка в замовленні", "wrong_discard": "хибна кількість карт при замовленні",
        "discard_looked_at": "зазирнув у знос", "advice": "підказка глядача", "out_of_turn": "карта не в чергу", "shown": "показані карти",
        "revoke": "фальшренонс", "trick_looked_at": "зазирнув у взятку", "wrong_count": "хибна кількість карт у розіграші", "plan": "спір про план",
        "remark": "зауваження вголос", "sheet_error": "хибний запис", "forgotten_entry": "забутий запис", "insufficient": "недостатня заявка",
        "card_handled": "чи зіграно карту", "penalty_lead": "хід при пришпилених картах", "dummy_spoke": "болван заговорив",
        "offence": "порушення в деберці", "fouled": "здача в різному вигляді", "attention": "хто вказав на порушення", "adjusted": "виправлена оцінка",
        "pocket_count": "хибна кількість карт у кишені", "card_missing": "карти бракує", "defective_trick": "неповна взятка",
        "wrong_board": "не та здача", "wrong_box": "не та коробка", "arbiter_error": "помилка судді", "facts": "факти визнано чи спірні",
        "appeal": "апеляція", "protocol": "протокол",
    },
}  # fmt: skip

ABOUT: Final[Mapping[str, Mapping[str, str]]] = {
    "ru": {
        "misdeal": "Со сдачей что-то не так. fault: что именно. finished: все карты сданы; если не сказано, это видно из записи. lifted: кто-то уже смотрел "
        "свои карты. dealer: кто сдавал не в очередь. cut: сколько карт в верхней части съёма. slot: какая пара ушла в прикуп."
        " holder: кто заметил у себя неверное число. purpose: умысел возможен. clash: выбор повредит третьему. damage: сколько "
        "вистов требует каждый игрок.",
        "talon": "Кто-то увидел, открыл или взял прикуп до конца торга. seat: кто. how: seen, opened, taken. deliberate: из любопытства. drawn: какие две из "
        "его двенадцати карт вытянул сдатчик, верхняя первой.",
        "call_out_of_turn": "Заявка сделана не в очередь. entry: номер её записи.",
        "illegal_contract": "Заказан контракт, который заказать нельзя. entry: номер записи. refuses: разыгрывающему сказали, а он настаивает.",
        "slip": "Разыгрывающий хочет исправить заказ. entry: номер записи. wants: что он хотел. paused: была пауза. obvious: было ясно, что он оговорился.",
        "wrong_discard": "Контракт заказан не при десяти картах. proven: без скольких он остался бы всё равно; если не сказано, считает судья.",
        "discard_looked_at": "Разыгрывающий посмотрел свой снос после первого хода.",
        "advice": "Зритель подсказал игроку. to: кому. about: о чём. dictated: снос, которого хочет ближайший соперник.",
        "out_of_turn": "Карта сыграна не в очередь. entry: номер записи. tabled: разыгрывающий в бридже уже начал выкладывать болвана. claims: как легли бы "
        "взятки, по игрокам, которые это доказали, на распасах.",
        "shown": "Карты показаны, но не сыграны. seat: чьи. cards: какие; если не сказано, все. claim: чтобы забрать все остальные взятки. plan: объявленный план. order: он же как порядок карт.",
        "revoke": "Игрок не дал масти или не побил козырем, хотя мог. entry: номер записи. noticed_by: кто заметил. replayable: последующее можно переиграть.",
        "trick_looked_at": "Кто-то открыл взятку. seat: кто. trick: какую по счёту. agreed: он спросил, и никто не возразил.",
        "wrong_count": "В розыгрыше у кого-то неверное число карт, у остальных верное. seats: у кого. entry: ход, с которого оно неверно; если не "
        "сказано, с начала розыгрыша. claim: в контракте остальные говорят, что наверняка взяли бы больше, и считает судья. Что доказано без него: "
        "proven, сколько взяток разыгрывающий взял бы самое большее; short, скольких недобрал бы вистующий.",
        "plan": "Пасующий или сдатчик против плана вистующего на квалификационном турнире. objectors: кто. other: взятки по другому плану. lot: какой план "
        "выпал разыгрывающему. own_plan, other_plan: карты защиты в том порядке, в каком их играет каждый план; тогда взятки считает программа. others: кто ещё может возразить.",
        "remark": "За столом сказано или показано то, что может быть незаконной информацией. seat: кем. about: о чём. entry: ход, сделанный из-за этого.",
        "sheet_error": "Запись на бумаге неверна. entry: номер поправки в записи. pencil_down: карандаш уже положен.",
        "forgotten_entry": "Запись забыли сделать. after: после какой записи она полагалась. player, column, points, on: чья, в какой графе, сколько, на кого. "
        "refused: партнёр её не помнит.",
        "insufficient": "Заявка не выше предыдущей. entry: номер записи. replaced: чем автор её заменяет. at_once: сразу.",
        "card_handled": "Неясно, сыграна ли карта. entry: номер записи. how: названа, отделена от руки, положена на стол, тронута в болване. corrected: тут же "
        "названа другая. seen: партнёр её видел. arranging: разыгрывающий сказал, что поправляет карты.",
        "penalty_lead": "Ходит партнёр того, чьи карты пришпилены, и разыгрывающий хочет назначить масть. seat: чьи карты.",
        "dummy_spoke": "Болван заглянул в чужие карты или заговорил, когда нельзя. entry: на что ссылается разыгрывающий.",
        "offence": "Игрок в деберц спросил, чего нельзя, или не дал масти, не побил; соперник об этом заявил. entry: номер записи.",
        "fouled": "Карты переместились, и сравниваемые игроки играли сдачу не в одном виде.",
        "attention": "Кто первым указал на нарушение. by: игрок или зритель, за которого отвечает одна из сторон. offender: чьё нарушение.",
        "adjusted": "Судья назначает оценку. why: почему. guilt: вина каждого, для искусственной. possible: какие результаты были возможны, для назначенной. "
        "entry: карта, которая была нарушением; в преферансе результаты тогда ищет программа.",
        "pocket_count": "В кармане неверное число карт. seat: чьём. guilty: кто отвечает. called: его игрок уже сделал заявку. seen: кто-то видел чужую карту. "
        "material: это существенно. consent: все согласны играть. restore: как восстановлены руки. played: замечено после розыгрыша. keeps: чей результат от "
        "этого не зависел.",
        "card_missing": "Две руки полны, в третьей карты не хватает. seat: в чьей. card: какой. found: где она нашлась.",
        "defective_trick": "Кто-то не положил карту во взятку или положил лишнюю. seat: кто. trick: в какую. cards: none или several. card: какую он добавляет "
        "или получает обратно.",
        "wrong_board": "Сыграна не та сдача. before: кто уже играл её.",
        "wrong_box": "Карты взяты не из той коробки. distorted: торг нельзя исправить без вреда.",
        "arbiter_error": "Судья решил неверно. scorable: сдачу ещё можно оценить обычным образом.",
        "facts": "Как судья решает. agreed: факты признаны. established: спорные он считает установленными. case: наказания нет, предписано, на выбор, по его "
        "усмотрению, нарушение без наказания. damage: ущерб был возможен. guilt: вина каждого.",
        "appeal": "Игрок заявляет апелляцию. after: номер записи решения. minutes: через сколько минут после игры она подана.",
        "protocol": "В протоколе сдачи нет записи, или протокол потерян. lost: потерян. by: кто за него отвечает.",
    },
    "uk": {
        "misdeal": "Зі здачею щось не так. fault: що саме. finished: усі карти роздано; якщо не сказано, це видно із запису. lifted: хтось уже дивився свої "
        "карти. dealer: хто здавав не в чергу. cut: скільки карт у верхній частині зняття. slot: яка пара пішла в прикуп."
        " holder: хто помітив у себе хибну кількість. purpose: умисел можливий. clash: вибір зашкодить третьому. damage: скільки вістів вимагає "
        "кожен гравець.",
        "talon": "Хтось побачив, відкрив або взяв прикуп до кінця торгу. seat: хто. how: seen, opened, taken. deliberate: з цікавості. drawn: які дві з його "
        "дванадцяти карт витягнув здавач, верхня перша.",
        "call_out_of_turn": "Заявку зроблено не в чергу. entry: номер її запису.",
        "illegal_contract": "Замовлено контракт, якого замовити не можна. entry: номер запису. refuses: розігруючому сказали, а він наполягає.",
        "slip": "Розігруючий хоче виправити замовлення. entry: номер запису. wants: що він мав на увазі. paused: була пауза. obvious: було ясно, що він обмовився.",
        "wrong_discard": "Контракт замовлено не при десяти картах. proven: без скількох він лишився б усе одно; якщо не сказано, рахує суддя.",
        "discard_looked_at": "Розігруючий подивився свій знос після першого ходу.",
        "advice": "Глядач підказав гравцеві. to: кому. about: про що. dictated: знос, якого хоче найближчий суперник.",
        "out_of_turn": "Карту зіграно не в чергу. entry: номер запису. tabled: розігруючий у бриджі вже почав викладати болвана. claims: як лягли б взятки, за "
        "гравцями, які це довели, на розпасах.",
        "shown": "Карти показано, але не зіграно. seat: чиї. cards: які; якщо не сказано, усі. claim: щоб забрати всі решту взяток. plan: оголошений план. order: він же як порядок карт.",
        "revoke": "Гравець не дав масті або не побив козирем, хоча міг. entry: номер запису. noticed_by: хто помітив. replayable: подальше можна переграти.",
        "trick_looked_at": "Хтось відкрив взятку. seat: хто. trick: котру. agreed: він спитав, і ніхто не заперечив.",
        "wrong_count": "У розіграші в когось хибна кількість карт, у решти правильна. seats: у кого. entry: хід, з якого вона хибна; якщо не сказано, з "
        "початку розіграшу. claim: у контракті решта каже, що напевно взяла б більше, і рахує суддя. Що доведено без нього: proven, скільки взяток "
        "розігруючий узяв би щонайбільше; short, скількох недобрав би вістуючий.",
        "plan": "Пасуючий або здавач проти плану вістуючого на кваліфікаційному турнірі. objectors: хто. other: взятки за іншим планом. lot: який план випав "
        "розігруючому. own_plan, other_plan: карти захисту в тому порядку, в якому їх грає кожен план; тоді взятки рахує програма. others: хто ще може заперечити.",
        "remark": "За столом сказано або показано те, що може бути незаконною інформацією. seat: ким. about: про що. entry: хід, зроблений через це.",
        "sheet_error": "Запис на папері хибний. entry: номер поправки в записі. pencil_down: олівець уже покладено.",
        "forgotten_entry": "Запис забули зробити. after: після якого запису він належав. player, column, points, on: чий, у якій графі, скільки, на кого. refused: "
        "партнер його не пам'ятає.",
        "insufficient": "Заявка не вища за попередню. entry: номер запису. replaced: чим автор її замінює. at_once: одразу.",
        "card_handled": "Неясно, чи зіграно карту. entry: номер запису. how: названа, відділена від руки, покладена на стіл, торкнута в болвані. corrected: одразу "
        "названо іншу. seen: партнер її бачив. arranging: розігруючий сказав, що поправляє карти.",
        "penalty_lead": "Ходить партнер того, чиї карти пришпилено, і розігруючий хоче призначити масть. seat: чиї карти.",
        "dummy_spoke": "Болван зазирнув у чужі карти або заговорив, коли не можна. entry: на що посилається розігруючий.",
        "offence": "Гравець у деберц спитав, чого не можна, або не дав масті, не побив; суперник про це заявив. entry: номер запису.",
        "fouled": "Карти перемістилися, і порівнювані гравці грали здачу не в одному вигляді.",
        "attention": "Хто першим вказав на порушення. by: гравець або глядач, за якого відповідає одна зі сторін. offender: чиє порушення.",
        "adjusted": "Суддя призначає оцінку. why: чому. guilt: вина кожного, для штучної. possible: які результати були можливі, для призначеної. "
        "entry: карта, що була порушенням; у преферансі результати тоді шукає програма.",
        "pocket_count": "У кишені хибна кількість карт. seat: у чиїй. guilty: хто відповідає. called: її гравець уже зробив заявку. seen: хтось бачив чужу карту. "
        "material: це істотно. consent: усі згодні грати. restore: як відновлено руки. played: помічено після розіграшу. keeps: чий результат від цього не залежав.",
        "card_missing": "Дві руки повні, у третій бракує карти. seat: у чиїй. card: якої. found: де вона знайшлася.",
        "defective_trick": "Хтось не поклав карту у взятку або поклав зайву. seat: хто. trick: у котру. cards: none або several. card: яку він додає або дістає назад.",
        "wrong_board": "Зіграно не ту здачу. before: хто вже грав її.",
        "wrong_box": "Карти взято не з тієї коробки. distorted: торг не можна виправити без шкоди.",
        "arbiter_error": "Суддя вирішив неправильно. scorable: здачу ще можна оцінити як звичайно.",
        "facts": "Як суддя вирішує. agreed: факти визнано. established: спірні він вважає встановленими. case: покарання немає, приписане, на вибір, на його розсуд, "
        "порушення без покарання. damage: шкода була можлива. guilt: вина кожного.",
        "appeal": "Гравець заявляє апеляцію. after: номер запису рішення. minutes: через скільки хвилин після гри її подано.",
        "protocol": "У протоколі здачі немає запису, або протокол загублено. lost: загублено. by: хто за нього відповідає.",
    },
}  # fmt: skip

LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "ruling": "a ruling", "ground": "a ground", "deadline": "a deadline", "frame": "a frame for others", "laws": "laws", "until": "deadline",
        "asks": "asks", "passed": "passed", "open": "open", "proof": "proof", "arbiter": "arbiter", "all": "all",
        "late": "Too late ({law}): it stands as played.",
    },
    "ru": {
        "ruling": "решение", "ground": "основание", "deadline": "срок", "frame": "общее правило", "laws": "правила", "until": "срок",
        "asks": "спрашивает", "passed": "прошёл", "open": "не прошёл", "proof": "доказательство", "arbiter": "судья", "all": "все",
        "late": "Поздно ({law}): остаётся как сыграно.",
    },
    "uk": {
        "ruling": "рішення", "ground": "підстава", "deadline": "строк", "frame": "загальне правило", "laws": "правила", "until": "строк",
        "asks": "питає", "passed": "минув", "open": "не минув", "proof": "доказ", "arbiter": "суддя", "all": "усі",
        "late": "Пізно ({law}): лишається як зіграно.",
    },
}  # fmt: skip

DEADLINES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "auction": "the end of the auction", "deal_end": "the end of the deal", "end_of_play": "the end of play", "filing": "half an hour after the session",
        "first_call": "the first call", "lifted": "somebody looks at his cards", "next_auction": "the end of the next auction", "next_card": "the next card",
        "next_deal": "the next deal", "next_lead": "the next lead", "next_trick": "the next trick", "opponents_call": "the opponent's call",
        "own_first_call": "one's own first call", "partners_first_lead": "the partner's first lead", "scored": "the score is written",
        "trick_completed": "the trick is complete",
    },
    "ru": {
        "auction": "конец торга", "deal_end": "конец сдачи карт", "end_of_play": "конец розыгрыша", "filing": "полчаса после игры",
        "first_call": "первая заявка", "lifted": "кто-то посмотрел карты", "next_auction": "конец следующего торга", "next_card": "следующая карта",
        "next_deal": "следующая сдача", "next_lead": "следующий ход", "next_trick": "следующая взятка", "opponents_call": "заявка соперника",
        "own_first_call": "своя первая заявка", "partners_first_lead": "первый ход партнёра", "scored": "запись сделана",
        "trick_completed": "взятка завершена",
    },
    "uk": {
        "auction": "кінець торгу", "deal_end": "кінець роздачі карт", "end_of_play": "кінець розіграшу", "filing": "пів години після гри",
        "first_call": "перша заявка", "lifted": "хтось подивився карти", "next_auction": "кінець наступного торгу", "next_card": "наступна карта",
        "next_deal": "наступна здача", "next_lead": "наступний хід", "next_trick": "наступна взятка", "opponents_call": "заявка суперника",
        "own_first_call": "своя перша заявка", "partners_first_lead": "перший хід партнера", "scored": "запис зроблено",
        "trick_completed": "взятку завершено",
    },
}  # fmt: skip
