import type ru from '../ru/learn';

const words: Readonly<Record<keyof typeof ru, string>> = {
  'rules.title': 'Правила',
  'rules.lead': 'Три гри, у кожної маленька книжка: десять аркушів із малюнками. Читається за десять хвилин.',
  'rules.read': 'Відкрити',
  'rules.of': '{game}: правила',
  'rules.print': 'Надрукувати',
  'rules.contents': 'Аркуші',
  'rules.more': 'Докладніше',
  'rules.preset': 'Числа за домовленостями клубу: {preset}. Інші умови змінюють їх, і стіл завжди каже які.',
  'rules.play': 'Сісти з ботами',
  'rules.words': 'Слова гравців',
  'words.title': 'Слова гравців',
  'words.lead': 'Як говорять за столом і що це означає. За столом будь-яке слово пояснить себе, якщо його потримати.',
  'words.seek': 'Слово',
  'words.none': 'Такого слова немає.',
  trump: 'козир',
  'who.N': 'Ганна',
  'who.E': 'Борис',
  'who.S': 'Віра',
  'who.W': 'Гліб',
};
export default words;
