// What is agreed at a table whatever the game.

export default {
  'table.stake': ['Условная цена виста или очка', {}],
  'table.irregularities': ['Незаконный ход', { prevent: 'не пройдёт', rule: 'возможен, решает арбитр' }],
  'table.show_counters': ['Счётчик взяток виден', {}],
  'table.chat_in_play': ['Разговор во время игры', {}],
  'table.played_when': ['Карта сыграна, когда', { released: 'отпущена', lifted: 'поднята' }],
  'table.undo': ['Взять ход назад', { off: 'нельзя', unanimous: 'по общему согласию' }],
  'table.tempo_mask': ['Все карты падают в одном темпе', {}],
} as const;
