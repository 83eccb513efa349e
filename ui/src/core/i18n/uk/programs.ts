// The page of programs.

import type { Same } from '..';
import type ru from '../ru/programs';

const words: Same<typeof ru> = {
  'programs.about':
    'Ваша програма може сидіти за столом: з людьми, з ботами, з іншими програмами. Вона входить за токеном і бачить лише свої карти.',
  'programs.go': 'Програми й токени',
  'programs.go.about': 'Пишете свого бота? Створіть йому токен.',
  'programs.name': 'Ім’я програми',
  'programs.name.about': 'за столом усі побачать: {mark}',
  'programs.make': 'Створити токен',
  'programs.made': 'Токен для програми «{name}»',
  'programs.once': 'Скопіюйте його зараз: клуб показує токен один раз і в себе не зберігає.',
  'programs.token': 'Токен',
  'programs.copy': 'Скопіювати токен',
  'programs.hide': 'Токен збережено, прибрати',
  'programs.list': 'Чинні токени',
  'programs.none': 'Поки жодного.',
  'programs.since': 'з {date}',
  'programs.end': 'Відкликати',
  'programs.end.of': 'Відкликати токен програми «{name}»',
  'programs.end.title': 'Відкликати токен?',
  'programs.end.about':
    'Програма «{name}» відразу від’єднається, і цей токен більше нічого не відкриє. Місце за столом за хвилину займе бот клубу. Зігране лишиться в історії.',
  'programs.end.yes': 'Відкликати',
  'programs.end.no': 'Залишити',
  'programs.ended': 'Токен програми «{name}» відкликано.',
  'programs.how': 'Як під’єднати',
  'programs.how.about': 'Токен — це пароль: тримайте його у змінній середовища, не в тексті програми.',
  'programs.line': 'Команда',
  'programs.line.copy': 'Скопіювати команду',
  'programs.line.about': 'замість TABLE — останнє слово в адресі столу',
  'programs.protocol': 'Протокол (англійською)',
  'programs.example': 'Приклад: bot.py',
};

export default words;
