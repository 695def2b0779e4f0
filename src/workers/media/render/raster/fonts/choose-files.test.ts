import { expect, test } from 'vitest';
import { scriptFonts, type TextFont, textFonts } from '#core/timeline/fonts.ts';
import { readCatalog } from './catalog.ts';
import { chooseFiles } from './choose-files.ts';

const ranges: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Inter: [
    ['inter-latin', 'U+20-7e'],
    ['inter-cyrillic', 'U+400-45f'],
  ],
  Anton: [['anton-latin', 'U+20-7e']],
  'Noto Sans Hebrew': [['hebrew', 'U+5d0-5ea']],
  'Noto Color Emoji': [
    ['emoji-flags', 'U+1f1e6-1f1ff'],
    ['emoji-people', 'U+23,U+30-39,U+200d,U+20e3,U+2764,U+1f469,U+1f600'],
    ['emoji-signs', 'U+2764'],
  ],
  'Noto Sans JP': [['jp', 'U+3040-30ff,U+4e00-9fff']],
  'Noto Sans SC': [['sc', 'U+4e00-9fff']],
  'Noto Sans KR': [['kr', 'U+4e00-9fff,U+ac00-d7a3']],
};

const catalog = readCatalog({
  families: [...textFonts, ...scriptFonts].map((name) => ({
    name,
    weights: [100, 900],
    capHeight: 0.7,
    faces: (ranges[name] ?? []).map(([file, unicodeRange]) => ({ file, unicodeRange })),
  })),
});

const choose = (text: string, font: TextFont = 'Inter') => {
  const { files, missing } = chooseFiles(catalog, font, text);
  return { files: files.map(({ file }) => file.file), missing };
};

test.each<[string, TextFont, string, string[]]>([
  ['Latin letters', 'Inter', 'Hello', ['inter-latin']],
  ['another alphabet of the same font', 'Inter', 'Привет', ['inter-latin', 'inter-cyrillic']],
  ['letters that the named font lacks', 'Anton', 'Hi Привет', ['anton-latin', 'inter-cyrillic']],
  ['another script', 'Anton', 'שלום', ['anton-latin', 'hebrew']],
  ['Han signs beside kana', 'Inter', '今日は', ['inter-latin', 'jp']],
  ['Han signs beside hangul', 'Inter', '韓국', ['inter-latin', 'kr']],
  ['Han signs alone', 'Inter', '今日', ['inter-latin', 'sc']],
  ['a plain digit', 'Inter', '1', ['inter-latin']],
  ['a digit on a key', 'Inter', '1️⃣', ['inter-latin', 'emoji-people']],
  ['an emoji of several signs', 'Inter', '👩‍❤️‍👩', ['inter-latin', 'emoji-people']],
  ['a heart beside two people in love', 'Inter', '❤️ 👩‍❤️‍👩', ['inter-latin', 'emoji-people']],
  ['a sign that only asks for colour', 'Inter', 'a\uFE0F', ['inter-latin']],
  ['a flag', 'Inter', '🇫🇷', ['inter-latin', 'emoji-flags']],
])('%s', (_, font, text, files) => {
  expect(choose(text, font)).toEqual({ files, missing: [] });
});

test('a decomposed text has the fonts of the composed one', () => {
  expect(choose('한국'.normalize('NFD'))).toEqual({ files: ['inter-latin', 'kr'], missing: [] });
});

test('characters without a font are listed once, and invisible ones are not', () => {
  expect(choose('a𓀀b𓀀\u200B\n\t ‽').missing).toEqual(['𓀀', '‽']);
  expect(choose('🫠').missing).toEqual(['🫠']);
});
