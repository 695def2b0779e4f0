import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptFonts, textFonts } from '#core/timeline/fonts.ts';
import { chooseFiles } from '#workers/media/render/raster/fonts/choose-files.ts';
import { needFamily, readCatalog } from '#workers/media/render/raster/fonts/catalog.ts';
import { copyFonts, firstFonts, readFont } from './fonts.ts';
import { createNotices } from './notices.ts';
import { dropTable } from './woff.ts';

const root = resolve(import.meta.dirname, '../..');
let site: string;

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'offcut-fonts-'));
  copyFonts(root, site);
});

afterAll(() => rm(site, { recursive: true, force: true }));

const read = async () => readCatalog(JSON.parse(await readFile(join(site, 'fonts/catalog.json'), 'utf8')));

test('a build has every font that a text item may use, and the file of every entry', async () => {
  const catalog = await read();
  expect([...catalog.keys()].toSorted()).toEqual([...textFonts, ...scriptFonts].toSorted());
  const files = [...catalog.values()].flatMap(({ files }) => files.map(({ file }) => file));
  expect((await readdir(join(site, 'fonts'))).toSorted()).toEqual(['catalog.json', ...files].toSorted());
});

test('the files for the first text are small', async () => {
  const sizes = await Promise.all(firstFonts.map(async (file) => (await stat(join(site, file))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(350_000);
});

test.each([
  ['Inter', 'Aßéő', 'Ж漢'],
  ['Anton', 'Aé', 'Жא'],
  ['Noto Sans Arabic', 'مرحبا', 'א'],
  ['Noto Sans Hebrew', 'שלום', 'م'],
  ['Noto Sans Thai', 'สวัสดี', 'A'],
  ['Noto Sans Bengali', 'নমস্কার', 'A'],
  ['Noto Sans Gurmukhi', 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ'.replaceAll(' ', ''), 'A'],
  ['Noto Sans Gujarati', 'નમસ્તે', 'A'],
  ['Noto Sans Tamil', 'வணக்கம்', 'A'],
  ['Noto Sans Telugu', 'నమస్కారం', 'A'],
  ['Noto Sans Kannada', 'ನಮಸ್ಕಾರ', 'A'],
  ['Noto Sans Malayalam', 'നമസ്കാരം', 'A'],
  ['Noto Sans Sinhala', 'ආයුබෝවන්', 'A'],
  ['Noto Sans Lao', 'ສະບາຍດີ', 'A'],
  ['Noto Sans Khmer', 'សួស្តី', 'A'],
  ['Noto Sans Myanmar', 'မင်္ဂလာပါ', 'A'],
  ['Noto Sans Armenian', 'Բարև', 'A'],
  ['Noto Sans Georgian', 'გამარჯობა', 'A'],
  ['Noto Sans Ethiopic', 'ሰላም፣', 'A'],
  ['Noto Sans JP', '今日は「散歩」', '😀'],
  ['Noto Sans KR', '안녕하세요', '😀'],
  ['Noto Sans SC', '你好，世界', '😀'],
  ['Noto Color Emoji', '😀🇫🇷❤', '漢'],
] as const)('the catalog lists the characters of %s correctly', async (name, has, lacks) => {
  const { files } = needFamily(await read(), name);
  const isThere = (letter: string): boolean => files.some((file) => file.has(letter.codePointAt(0) ?? 0));
  expect(Array.from(has).filter((letter) => !isThere(letter))).toEqual([]);
  expect(Array.from(lacks).filter((letter) => isThere(letter) && name !== 'Inter')).toEqual([]);
});

/** A greeting in each script that the documentation lists. The tests also decompose them, as some keyboards and file systems do. */
const greetings = [
  'নমস্কার, আপনি কেমন আছেন?',
  'ਸਤ ਸ੍ਰੀ ਅਕਾਲ',
  'નમસ્તે, કેમ છો?',
  'வணக்கம் கொள்',
  'నమస్కారం',
  'ನಮಸ್ಕಾರ ಹೇಗಿದ್ದೀರಿ',
  'നമസ്കാരം ക്ഷമിക്കൂ',
  'ආයුබෝවන් ශ්\u200Dරී',
  'ສະບາຍດີ ຂອບໃຈຫຼາຍໆ',
  'សួស្តី អរគុណ',
  'မင်္ဂလာပါ ကျေးဇူး',
  'Բարև, ինչպե՞ս եք',
  'გამარჯობა',
  'ሰላም፣ እንዴት ነህ?',
  'สวัสดีครับ',
  'नमस्ते क़लम क्\u200Dष',
  'مرحبا بكم',
  'שָׁלוֹם',
  'Été, Straße, ờ, Ǟ',
  'Здравствуйте, йод',
  'Καλημέρα',
  '안녕하세요',
  'がぎぐ',
  '❤\uFE0F ☎\uFE0E',
];

test.each(greetings)('no letter is missing, composed or decomposed: %s', async (text) => {
  const catalog = await read();
  const composed = chooseFiles(catalog, 'Inter', text);
  expect(composed.missing).toEqual([]);
  expect(chooseFiles(catalog, 'Inter', text.normalize('NFD'))).toEqual(composed);
});

test.each(['README.md', 'docs/timeline.md'])('%s names the scripts of all fonts', async (file) => {
  const text = await readFile(join(root, file), 'utf8');
  const names = scriptFonts.flatMap((name) => /^Noto Sans (?!JP|KR|SC)(.*)$/.exec(name)?.[1] ?? []);
  const claimed = ['Latin', 'Cyrillic', 'Greek', 'Japanese', 'Korean', 'Chinese (simplified)', ...names];
  expect(claimed.filter((name) => !text.includes(name))).toEqual([]);
  expect(text).not.toContain('any script');
});

test('the notices have the licence of every font', () => {
  const notices = createNotices(root);
  for (const name of scriptFonts) {
    const [, section = ''] = notices.split(
      new RegExp(`(?=@fontsource(?:-variable)?/${name.toLowerCase().replaceAll(' ', '-')}\\b)`),
    );
    expect(section.slice(0, 400), name).toContain('OFL-1.1');
  }
});

test('WOFF and WOFF2 files of a font are read with the same result', async () => {
  const { codePoints, capHeight } = readFont(await readFile(join(site, 'fonts/inter-latin.woff2')));
  expect(codePoints).toContain(0x41);
  expect(codePoints).not.toContain(0x416);
  expect(capHeight).toBeCloseTo(1490 / 2048, 3);
  const anton = join(root, 'node_modules/@fontsource/anton/files/anton-latin-400-normal');
  expect(readFont(await readFile(`${anton}.woff`))).toEqual(readFont(await readFile(`${anton}.woff2`)));
});

/** Unpacks the tables of a WOFF file (https://www.w3.org/TR/WOFF/). */
const unpackWoff = (file: Buffer): Map<string, Buffer> =>
  new Map(
    Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
      const at = 44 + 20 * index;
      const [offset, packedBytes, bytes] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [
        number,
        number,
        number,
      ];
      const packed = file.subarray(offset, offset + packedBytes);
      return [file.toString('latin1', at, at + 4), packedBytes < bytes ? inflateSync(packed) : packed];
    }),
  );

test('one table is removed from a file, and the others stay unchanged', async () => {
  const folder = join(root, 'node_modules/@fontsource/noto-color-emoji/files');
  const whole = await readFile(join(folder, 'noto-color-emoji-9-400-normal.woff'));
  const less = dropTable(whole, 'SVG ');
  const [before, after] = [unpackWoff(whole), unpackWoff(less)];
  expect([...before.keys()].filter((tag) => !after.has(tag))).toEqual(['SVG ']);
  expect([...after].every(([tag, table]) => before.get(tag)?.equals(table))).toBe(true);
  expect(less.readUInt32BE(8)).toBe(less.length);
  expect(less.length).toBeLessThan(0.6 * whole.length);
});

test('a file of another format is refused', () => {
  expect(() => readFont(Buffer.from('not a font at all'))).toThrow('Unknown font format');
});
