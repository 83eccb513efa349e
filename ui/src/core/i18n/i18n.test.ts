import { describe, expect, it } from 'vitest';
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { LANGS, MESSAGES, OPTIONS, optionName, optionValue, preferred, words } from '.';

/** The parameters of a message, and the forms of its plurals. */
function parsed(message: string): { readonly names: readonly string[]; readonly plurals: readonly string[] } {
  const ast = new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst();
  const named = ast.flatMap((one) => ('value' in one && one.type !== TYPE.literal ? [one.value] : []));
  const forms = ast.flatMap((one) => (one.type === TYPE.plural ? [Object.keys(one.options).sort().join(' ')] : []));
  return { names: [...new Set(named)].sort(), plurals: forms };
}

describe.each(LANGS)('the words in %s', (lang) => {
  it('are all there, and none too many', () => {
    expect(Object.keys(MESSAGES[lang]!).sort()).toEqual(Object.keys(MESSAGES['ru']!).sort());
    for (const [key, message] of Object.entries(MESSAGES[lang]!)) expect(message, key).not.toBe('');
  });

  it('have no message twice: each area has codes of its own', async () => {
    const areas = {
      ...import.meta.glob<{ default: object }>([
        './ru/*.ts',
        '!./ru/{index,rest,language,options,announce,coach,conduct,days,desk,directed,hall,learn,lesson,problem,refusals,regulations,review,unruled.gen}.ts',
      ]),
      ...import.meta.glob<{ messages: object }>('./ru/games/*.ts'),
    };
    const files = await Promise.all(Object.values(areas).map((load) => load()));
    const codes = files.flatMap((file) => Object.keys('messages' in file ? file.messages : file.default));
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
    expect(new Set(codes)).toEqual(new Set(Object.keys(MESSAGES['ru']!)));
  });

  it('take the same parameters', () => {
    for (const [key, message] of Object.entries(MESSAGES[lang]!))
      expect(parsed(message).names, key).toEqual(parsed(MESSAGES['ru']![key]!).names);
  });

  it('have a form for every plural', () => {
    const wanted = new Intl.PluralRules(lang).resolvedOptions().pluralCategories.toSorted().join(' ');
    for (const [key, message] of Object.entries(MESSAGES[lang]!))
      for (const forms of parsed(message).plurals) expect(forms, key).toBe(wanted);
  });

  it('name every option and every value', () => {
    const names = (of: typeof lang) =>
      Object.entries(OPTIONS[of]!).flatMap(([game, options]) =>
        Object.entries(options).map(([name, [, values]]) => [game, name, ...Object.keys(values).sort()].join(' ')),
      );
    expect(names(lang).sort()).toEqual(names('ru').sort());
    for (const options of Object.values(OPTIONS[lang]!)) {
      for (const [name, [title]] of Object.entries(options)) expect(title, name).not.toBe('');
    }
  });
});

describe('the words that players do not say', () => {
  // A table is gathered and not laid for dinner; who sits where is a lot and no lottery; bridge has a par; a deal is gone through.
  it.each([
    ['ru', /накрыть стол|тираж(?!и)|^предел|по карте$|каждый отказ/i],
    ['uk', /накрити стіл|тираж|межа торгів/i],
    ['en', / \/ one\b|\bdeck\b/i],
  ] as const)('are not in %s', (lang, wrong) => {
    for (const [key, message] of Object.entries(MESSAGES[lang]!)) expect(message, key).not.toMatch(wrong);
  });
});

describe('plurals', () => {
  const tricks = (lang: (typeof LANGS)[number]) =>
    [1, 2, 5, 11, 21, 22, 0.5].map((n) => words(lang)('table.tricks', { n }));
  it('are those of each language', () => {
    expect(tricks('ru').join(', ')).toBe('1 взятка, 2 взятки, 5 взяток, 11 взяток, 21 взятка, 22 взятки, 0.5 взятки');
    expect(tricks('uk').join(', ')).toBe('1 взятка, 2 взятки, 5 взяток, 11 взяток, 21 взятка, 22 взятки, 0.5 взятки');
    expect(words('uk')('end.whists', { n: 2.5 })).toBe('2.5 віста');
    expect(tricks('en').join(', ')).toBe('1 trick, 2 tricks, 5 tricks, 11 tricks, 21 tricks, 22 tricks, 0.5 tricks');
  });
});

describe('a message', () => {
  it('is filled in', () => {
    expect(words('ru')('say.call', { who: 'Бобр', call: 'пас' })).toBe('Бобр: пас.');
    expect(words('en')('day', { day: Date.UTC(2024, 1, 29, 12) })).toBe('February 29, 2024');
    expect(words('uk')('day', { day: Date.UTC(2024, 1, 29, 12) })).toBe('29 лютого 2024 р.');
  });

  it('is in the language a person reads', () => {
    expect(preferred(['uk-UA', 'ru', 'en'])).toBe('uk');
    expect(preferred(['be', 'en'])).toBe('ru');
    expect(preferred(['de-DE', 'fr'])).toBe('en');
    expect(preferred(['de-DE', 'ru-RU'])).toBe('ru');
  });

  it('says options and their values', () => {
    expect(optionName('ru', 'preferans', 'auction.here')).toBe('Кто говорит «здесь»');
    expect(optionValue('ru', 'preferans', 'auction.here', 'off')).toBe('никто');
    expect(optionValue('uk', 'preferans', 'prizes', false)).toBe('ні');
    expect(optionValue('en', 'preferans', 'blind.cap', null)).toBe('∞');
    expect(optionValue('en', 'preferans', 'allpass.prices', [1, 2, 3])).toBe('1, 2, 3');
    expect(optionName('en', 'preferans', 'something.new')).toBe('something.new');
  });
});
