// Пункти домовленості: назва та значення.

import type { SameOptions } from './index';
import type ru from './ru.options';

const uk: SameOptions<typeof ru> = {
  pool_target: ['Пуля кожного грається до', {}],
  pool_mode: ['Пулі', { help: 'у кожного своя, з допомогою', common: 'спільна сума' }],
  help_whists: ['Вістів за очко допомоги', {}],
  length_mode: ['Пулька закінчується', { pool: 'закритими пулями', deals: 'числом здач' }],
  length_deals: ['Скільки здач', {}],
  pool_overflow: ['Зайве, коли пулі закриті', { hill: 'списати з гори', forfeit: 'пропадає', whists: 'у вісти' }],
  pool_point_whists: ['Вістів коштує очко пулі', {}],
  unit: ['Гора й вісти множаться на', {}],
  shortfall_on_stop: ['Очко, якого бракує в пулі, у гору', {}],
  gusarik_hill: ['Гора в гусарику', { divisible: 'ділиться на двох', indivisible: 'неподільна' }],
  rounding: [
    'Якщо не ділиться',
    {
      codex: 'посунути гору на очко',
      exact: 'залишити дроби',
      half_up: 'пів сотні вгору',
      half_down: 'пів сотні вниз',
    },
  ],
  settlement: ['Який розрахунок показати', { mean: 'за середньою горою', pairwise: 'попарно' }],
  early_stop: ['Закінчити раніше', { unanimous: 'за спільною згодою', never: 'не можна' }],
  prizes: ['Премії наприкінці («стрибки»)', {}],
  prize_first: ['Премія за першу закриту пулю', {}],
  prize_hill: ['Премія за найнижчу гору', {}],
  newcomer: ['Новий гравець', { mean_against: 'входить із середніми', not_allowed: 'не входить' }],
  consolation_for_waiting: ['Консоляція п’ятому, що чекає', {}],
  seat_draw: ['Місця', { codex: 'молодша карта обирає', random: 'за жеребом' }],
  laws: ['Кодекс', { 'codex-1996': 'Лєсной, 1996', 'club-003': 'клубний', 'source-001': 'бриджу' }],
  qualifying: ['Кваліфікаційний турнір', {}],

  'auction.jumps': ['Перестрибнути ступінь', { forbidden: 'не можна', allowed: 'можна' }],
  'auction.here': ['Хто каже «тут»', { first_hand: 'перша рука', elder_hand: 'старший із двох', off: 'ніхто' }],
  'auction.misere_beaten_by': ['Мізер перебиває', { nine: 'дев’ятірна', no_talon_chain: 'ланцюжок без прикупу' }],
  'auction.after_nine_over_misere': [
    'Після дев’яти на мізер',
    { ladder: 'торгуються далі', stop: 'торгівлю скінчено' },
  ],
  'auction.third_hand_silent_take': ['Третя рука бере прикуп мовчки', {}],
  'auction.third_hand_one_card_is_pass': ['Одна відкрита карта прикупу — пас', {}],

  'blind.pass': ['Пас утемну', {}],
  'blind.bid': ['Гра втемну', {}],
  'blind.misere': ['Мізер утемну', {}],
  'blind.cap': ['Найвищий ступінь темних пасів', {}],
  'blind.counter': [
    'Ступінь росте',
    { per_deal: 'з кожним пасом здачі', per_series: 'з кожною здачею серії', both: 'і так і так' },
  ],
  bombs: ['Бомби за темні паси', {}],

  'contract.change': ['Обмовка в замовленні', { codex: 'можна виправити', frozen: 'лишається' }],
  'contract.surrender': ['Здати гру', { without_all_only: 'без усіх взяток', without_three: 'без трьох' }],
  'contract.ten_is': ['Десятірна', { whisted: 'вістується', checked: 'перевіряється' }],
  talon_refusal_fine: ['Штраф здавачеві за поганий прикуп', {}],
  talon_bonus: ['Премія за прикуп', {}],
  talon_bonus_at_three: ['Премія за прикуп утрьох', { dealer: 'здавачеві', halves: 'навпіл' }],

  'misere.half_share': ['Здавача кличуть у частку', {}],
  'misere.write_layout': ['Розклад можна записувати', {}],

  'allpass.scoring': ['Розпаси пишуться', { hill: 'у гору', whists: 'у вісти' }],
  'allpass.prices': ['Ціна взятки за порядком', {}],
  'allpass.progression': [
    'Ціна росте',
    { none: 'не росте', arithmetic: 'арифметично', geometric: 'геометрично', list: 'за списком' },
  ],
  'allpass.step': ['Додаток до ціни', {}],
  'allpass.ratio': ['Ціна множиться на', {}],
  'allpass.limit': ['Ступенів росту', {}],
  'allpass.min_bid_in_series': [
    'Торгівля в серії розпасів від',
    { '6': 'шести', '7': 'семи', '6+k': 'шести й вище за серією' },
  ],
  'allpass.whists_per_trick': ['Вістів за взятку партнера', {}],
  'allpass.zero_bonus': [
    'За нуль взяток у пулю',
    { trick_price: 'ціна взятки', '1': 'одне очко', none: 'нічого', hill_2_or_pool_1: 'з гори вдвічі або в пулю' },
  ],
  'allpass.dealer_zero_bonus': ['Те саме здавачеві на прикупі', {}],
  'allpass.amnesty': ['Амністія', {}],
  'allpass.talon': ['Прикуп на розпасах', { opened: 'ходить першим', closed: 'закритий' }],
  'allpass.dealer_owns_talon_tricks': ['Учотирьох прикуп бере взятки здавачеві', {}],
  'allpass.dealer': ['Після розпасів здає', { sliding: 'наступний', repeat: 'той самий' }],
  'allpass.exit_min': ['Вихід із розпасів', { '6': 'із шести', '7': 'із семи', '6+k': 'із шести й вище за серією' }],
  'allpass.exit_requires': [
    'Для виходу гру треба',
    { any_contract: 'лише замовити', made: 'зіграти', made_and_whisted: 'зіграти з вістом' },
  ],
  'allpass.misere_exits': ['Мізер виводить із розпасів', {}],
  'allpass.failed_exit': [
    'Ціна після невдалого виходу',
    { freeze: 'стоїть', repeat_last: 'та сама ще раз', reset: 'спочатку' },
  ],
  'allpass.forced_rounds': ['Обов’язкових розпасів до гри', {}],

  'whist.responsibility': [
    'Відповідальність віста',
    { full: 'повна', half: 'половинна', half_then_full: 'повна, щойно пуля закрита' },
  ],
  'whist.style': ['Віст', { greedy: 'жлобський', gentleman: 'джентльменський' }],
  'whist.consolation': [
    'Консоляція',
    { all_including_dealer: 'усім, і здавачеві', whisters_only: 'тим, хто вістує', none: 'нікому' },
  ],
  'whist.obligatory_6s': ['«Сталінград»: шість пік вістують усі', {}],
  'whist.half': ['Піввіста', {}],
  'whist.first_hand_half': ['Завістувавши, можна піти за піввіста', {}],
  'whist.return_by_first': ['Перша рука повертає віст', { six_seven: 'на шести й семи', any: 'на будь-якій грі' }],
  'whist.dealer_may_return': ['Здавач може вістувати', {}],
  'whist.dealer_responsible': ['Здавач відповідає за недобір', {}],
  'whist.dealer_whist_takes_all': [
    'Здавач, що вістує, забирає',
    { off: 'лише своє', all: 'усе', own: 'вісти й свою консоляцію' },
  ],
  'whist.shared_8_9_10': ['Два вісти на 8, 9, 10: відповідає', { second: 'другий', both: 'обидва' }],
  'whist.shared_deficit': ['Недобір двох', { capped: 'не більше спільного', personal: 'у кожного свій' }],
  'whist.invitation': ['Запрошувальний віст', { off: 'не грають' }],
  'whist.light_before_declarer_lead': ['У світлу лягають до ходу того, хто розігрує', {}],
  'whist.plan_dispute': ['Спір про план гри', { off: 'не вирішують', side_bet: 'парі', arbiter: 'суддя' }],

  'deal.min_cut': ['При зніманні не менше карт', {}],
  'deal.talon_slot': ['Прикуп кладуть парою номер', {}],
  'deal.hands': ['Грають', { active: 'три руки', dummy: 'дві й закрита' }],

  'irr.redeal_window': ['Перездачу вимагають', { split: 'за строками кодексу', auction_start: 'до торгівлі' }],
  'irr.dealer_fine': ['Штраф за другу помилку здачі', {}],
  'irr.talon_peek_fine': ['Штраф за погляд у прикуп', {}],
  'irr.out_of_turn_call': ['Слово поза чергою', { lead_control: 'хід під контролем', none: 'без наслідків' }],
  'irr.illegal_contract': ['Незаконний контракт', { without_all: 'без усіх взяток', refuse_only: 'лише відмова' }],
  'irr.discard_peek': ['Погляд у свій знос', { fine: 'штраф', prevent: 'не дати', none: 'можна' }],
  'irr.open_card_grounds': ['Карта стає відкритою', { four: 'у чотирьох випадках', two: 'у двох' }],
  'irr.wrong_count_whister': ['Зайва карта в того, хто вістує', { two: 'без двох', at_least_two: 'не менше двох' }],
  'irr.record_error': ['Помилка в записі', { mirror: 'штраф дзеркально', none: 'просто виправити' }],
  'irr.late_correction': ['Пізня поправка за згодою', { writer: 'того, хто писав', all: 'усіх' }],

  'table.stake': ['Умовна ціна віста', {}],
  'table.irregularities': ['Незаконний хід', { prevent: 'не пройде', rule: 'можливий, судить суддя' }],
  'table.show_counters': ['Лічильник взяток видно', {}],
  'table.chat_in_play': ['Розмова під час гри', {}],
  'table.played_when': ['Карту зіграно, коли', { released: 'відпущено', lifted: 'піднято' }],
  'table.undo': ['Узяти хід назад', { off: 'не можна', unanimous: 'за спільною згодою' }],
  'table.tempo_mask': ['Усі карти лягають в одному темпі', {}],
};

export default uk;
