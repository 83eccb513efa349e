// Деберц: пункти домовленості, їхні назви та значення.

import type { SameOptions } from './index';
import type ru from './ru.deberts.options';

const options: SameOptions<typeof ru> = {
  target: ['Партія до', {}],
  both_reached: ['Обидва набрали', { last_trick: 'вирішує послід', more_points: 'вирішують очки' }],
  match_points: ['За виграну партію', { '1': 'одне очко', difference: 'різниця' }],
  closing: ['Закривати партію можна', {}],
  closing_counts: ['При закритті рахують', { 'combos+bella+tricks': 'комбінації, беллу та взятки' }],
  first_dealer: ['Хто здає першим', { ace_draw: 'хто витягне туза', random: 'будь-який жереб' }],
  min_cut: ['У знятій частині карт не менше', {}],
  next_dealer: ['Хто здає далі', { winner: 'у кого більше очок', alternate: 'по черзі' }],
  dealer_on_tie: ['Хто здає після висячки', { by_record: 'хто більше записав', same: 'той самий', alternate: 'інший' }],
  open_bottom_card: ['Нижню карту показують', {}],
  passed_out: [
    'Якщо всі пасують',
    { redeal: 'здає інший', last_must: 'останній мусить грати', obligation: 'після двох разів здавач грає сам' },
  ],
  exchange7: ['Хто міняє сімку', { either: 'будь-хто', declarer_only: 'хто грає', off: 'ніхто' }],
  exchange7_first_six: ['Сімку міняють лише з перших шести', {}],
  hundred: ['П’ять поспіль — сотня', {}],
  bella_optional: ['Про беллу можна промовчати', {}],
  suggest_height_question: ['Стіл пропонує лише правильні слова', {}],
  must_beat: ['Перебивати козиря', { trump_lead: 'обов’язково', never: 'не обов’язково' }],
  hanging: [
    'Порівну',
    {
      accumulate: 'висять і збираються',
      queue: 'висять по черзі',
      burn: 'висять одну здачу',
      bait: 'байт',
      keep: 'кожному своє',
    },
  ],
  winner_takes_all: ['Переможцеві все', {}],
  bait_fine: ['Штраф за повторні байти', {}],
  bait_fine_every: ['Штрафують кожен байт за рахунком', {}],
  bare_fine: ['Штраф за здачі без взяток', {}],
  bare_fine_every: ['Штрафують кожну таку здачу за рахунком', {}],
};

export default options;
