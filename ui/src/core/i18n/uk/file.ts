// Deals from a file.

import type { Same } from '..';
import type ru from '../ru/file';

const words: Same<typeof ru> = {
  'file.title': 'Звідки здачі',
  'file.club': 'здає клуб',
  'file.bring': 'з файлу',
  'file.about':
    'PBN або LIN: здачі підуть по порядку, зі своїми номерами, здавачами та зонами. На картці столу буде видно, що їх принесли.',
  'file.choose': 'Вибрати файл',
  'file.paste': 'Вставити текст',
  'file.paste.label': 'Текст PBN або LIN',
  'file.paste.go': 'Прочитати',
  'file.remove': 'Прибрати файл',
  'file.pasted': 'вставлений текст',
  'file.reading': 'Читаємо…',
  'file.boards': '{n} {n, plural, one {здача} few {здачі} many {здач} other {здачі}}: № {list}',
  'file.left': 'Не взяли: {n}',
  'file.left.at': 'рядок {line}, здача {board}: {why}',
  'file.left.line': 'рядок {line}: {why}',
  'file.left.more': 'і ще {n}',
  'file.why.hidden': 'закрита рука: {detail}',
  'file.why.short': 'не тринадцять карт у руці: {detail}',
  'file.why.no_deal': 'немає карт',
  'file.why.no_dealer': 'не сказано, хто здає',
  'file.why.no_vulnerability': 'не сказано, хто в зоні',
  'file.why.again': 'ці карти вже є, їх зіграють один раз',
  'file.why.too_many': 'за столом грають не більше 64 здач',
  'file.why.unread': '{detail}',
  'file.none': 'Тут немає жодної здачі, яку можна зіграти.',
  'file.long': 'Забагато тексту: не більше 250 КБ.',
  'file.from': 'Здачі',
  'file.from.name': 'з файлу «{name}», {n} {n, plural, one {здача} few {здачі} many {здач} other {здачі}}',
  'file.from.pasted': 'зі вставленого тексту, {n} {n, plural, one {здача} few {здачі} many {здач} other {здачі}}',
  'file.from.about': 'Їх приніс той, хто зібрав стіл, і він може знати карти. Клуб їх не тасував.',
  'fair.event': 'Здача турніру',
  'fair.event.about': 'Клуб зв’язав себе з нею, коли оголосив турнір. Перевірити можна, коли її зіграють усі.',
  'fair.file': 'Здача з файлу «{name}»',
  'fair.file.pasted': 'Здача зі вставленого тексту',
  'fair.file.about': 'Клуб її не тасував, перевіряти нічого.',
  'proof.file': 'Цих карт ніхто не тасував: здачі принесли у файлі. Перевірити можна лише жеребкування місць.',
};

export default words;
