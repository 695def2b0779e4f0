import { expect, test } from 'vitest';
import { readingSeconds } from './reading.ts';

const read = (text: string, hasPicture = false): number => readingSeconds({ text, hasPicture });
const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

test('230 words take a minute, and the minimum is 1.2 s', () => {
  expect(read(words(230))).toBeCloseTo(60, 6);
  expect(read(words(23))).toBeCloseTo(6, 6);
  expect([read('ok'), read(''), read('🔥'), read('...')]).toEqual([1.2, 1.2, 1.2, 1.2]);
});

test('symbols between words are not words, and line breaks separate words', () => {
  expect(read(`${words(10)} — 👀 …`)).toBeCloseTo(read(words(10)), 6);
  expect(read(words(10).replaceAll(' ', '\n'))).toBeCloseTo(read(words(10)), 6);
  expect(read('Слова с пробелами '.repeat(10))).toBeCloseTo((30 / 230) * 60, 6);
});

test('scripts without spaces are measured in characters: Chinese 255, Japanese 357 per minute', () => {
  expect(read('汉'.repeat(255))).toBeCloseTo(60, 6);
  expect(read('かな漢字'.repeat(357 / 3.5))).toBeGreaterThan(60);
  expect(read('漢か'.repeat(357))).toBeCloseTo(120, 6);
  expect(read('ไทย'.repeat(100))).toBeCloseTo((300 / 863) * 60, 6);
});

test('mixed scripts add up, and an image takes time too', () => {
  expect(read(`${words(23)} ${'汉'.repeat(51)}`)).toBeCloseTo(6 + 12, 6);
  expect(read(words(23), true)).toBeCloseTo(7.2, 6);
  expect(read('', true)).toBeCloseTo(1.2, 6);
});
