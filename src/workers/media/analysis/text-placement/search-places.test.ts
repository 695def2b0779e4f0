import { expect, test } from 'vitest';
import { coveredShare, toLetters, type Letters } from './coverage.ts';
import { maxCovered, searchPlaces, type Place, type Setting } from './search-places.ts';

const grid = { width: 128, height: 72 };

/** Six letters, each a block, in the centre of the frame. */
function word(height: number, share = 0.85): Letters {
  const width = Math.round(share * grid.width);
  const [left, top] = [(grid.width - width) >> 1, (grid.height - height) >> 1];
  const alpha = Uint8Array.from({ length: grid.width * grid.height }, (_, at) => {
    const [x, y] = [(at % grid.width) - left, Math.floor(at / grid.width) - top];
    return x >= 0 && x < width && y >= 0 && y < height && (6 * x) % width < 0.8 * width ? 255 : 0;
  });
  const letters = toLetters(alpha, grid);
  if (!letters) {
    throw new Error('the letters are there');
  }
  return letters;
}

/** A head on shoulders, at a share `x` of the width. */
function person(x = 0.5, headTop = 0.2): Uint8Array {
  return Uint8Array.from({ length: grid.width * grid.height }, (_, at) => {
    const [across, down] = [(at % grid.width) / grid.width - x, Math.floor(at / grid.width) / grid.height];
    const isHead = Math.hypot((across * 16) / 9, down - headTop - 0.15) < 0.15;
    const isBody = down > headTop + 0.33 && Math.abs(across) < 0.17;
    return isHead || isBody ? 255 : 0;
  });
}

const settings = (...letters: Letters[]): Setting<string>[] =>
  letters.map((one) => ({
    letters: one,
    lineCount: 1,
    letterEdges: [Array.from({ length: 7 }, (_, index) => (index * one.width) / 6)],
    capShare: one.height / grid.height,
    letterSpacing: 0,
    layout: `${one.height} high`,
  }));
const listReadable = (...asked: Parameters<typeof searchPlaces<string>>): Place<string>[] =>
  searchPlaces(...asked).filter((place) => place.isReadable());
const search = { grid, seen: [], backdrops: [], fills: ['#ffffff', '#111111'] };

test('lets a person in the middle cross the text, but never more than four tenths of it', () => {
  const mattes = [0.45, 0.5, 0.55].map((x) => person(x));
  const places = listReadable(settings(word(14), word(20)), { ...search, mattes });
  expect(places.length).toBeGreaterThan(10);
  const getMax = ({ setting, x, y }: (typeof places)[number]): number =>
    Math.max(...mattes.map((alpha) => coveredShare(setting.letters, { width: grid.width, alpha }, { x, y })));
  expect(places.every((place) => getMax(place) < maxCovered)).toBe(true);
  expect(places[0]?.mean).toBeGreaterThan(0.1);
});

test('evaluates the whole window: the frame with the most coverage limits it', () => {
  const filled = new Uint8Array(grid.width * grid.height).fill(255, 36 * grid.width);
  const places = listReadable(settings(word(20)), { ...search, mattes: [person(), person(), filled] });
  expect(places.length).toBeGreaterThan(0);
  expect(places.every(({ setting, y }) => setting.letters.top + y + 0.6 * setting.letters.height <= 36)).toBe(true);
});

test('finds no place if the subject fills the frame', () => {
  const mattes = [new Uint8Array(grid.width * grid.height).fill(255)];
  expect(listReadable(settings(word(14), word(20)), { ...search, mattes })).toEqual([]);
});

test('finds a place even if the subject crosses no text of this size', () => {
  const corner = Uint8Array.from({ length: grid.width * grid.height }, (_, at) =>
    at % grid.width > 122 && at / grid.width > 66 ? 255 : 0,
  );
  expect(listReadable(settings(word(20)), { ...search, mattes: [corner] }).length).toBeGreaterThan(0);
});

test('keeps text off the edges of the frame, including narrow text', () => {
  for (const { setting, x, y } of listReadable(settings(word(20), word(20, 0.3)), { ...search, mattes: [person()] })) {
    const { left, top, width, height } = setting.letters;
    expect(Math.min(left + x, top + y)).toBeGreaterThanOrEqual(2);
    expect(left + x + width).toBeLessThanOrEqual(grid.width - 2);
    expect(top + y + height).toBeLessThanOrEqual(grid.height - 2);
  }
});

test('prefers readable letters to a letter that is never visible', () => {
  const pillar = Uint8Array.from({ length: grid.width * grid.height }, (_, at) => {
    const isWide = Math.floor(at / grid.width) > 40;
    return Math.abs((at % grid.width) - 64) < (isWide ? 20 : 8) ? 255 : 0;
  });
  const [best] = listReadable(settings(word(20)), { ...search, mattes: [pillar] });
  expect((best?.setting.letters.top ?? 0) + (best?.y ?? 0) + 20).toBeLessThanOrEqual(50);
});

test('moves a wide text slightly, so that the subject is between two letters', () => {
  // As wide as a letter, and at the fourth one.
  const standing = (x: number): Uint8Array =>
    Uint8Array.from({ length: grid.width * grid.height }, (_, at) =>
      Math.abs((at % grid.width) + 0.5 - x) < 7.5 ? 255 : 0,
    );
  const getOffsetFromCentre = (matte: Uint8Array): number => {
    const [best] = listReadable(settings(word(20)), { ...search, mattes: [matte] });
    const { left, width } = word(20);
    return Math.abs(left + (best?.x ?? 0) + width / 2 - grid.width / 2);
  };
  expect(getOffsetFromCentre(standing(71))).toBeGreaterThan(2);
  expect(getOffsetFromCentre(standing(62))).toBeLessThan(1);
});

test('places text in the half of the frame with which it contrasts', () => {
  const pixels = grid.width * grid.height;
  const stripes = Uint8Array.from({ length: pixels }, (_, at) => (at < pixels / 2 && at % 4 < 2 ? 36 : 242));
  const backdrops = [{ width: grid.width, levels: stripes, alpha: new Uint8Array(pixels) }];
  const mattes = [Uint8Array.from({ length: pixels }, (_, at) => (Math.abs((at % grid.width) - 64) < 10 ? 255 : 0))];
  const getCentre = (places: Place<string>[]): number =>
    (places[0]?.setting.letters.top ?? 0) + (places[0]?.y ?? 0) + 7;
  expect(getCentre(listReadable(settings(word(14)), { ...search, mattes }))).toBeLessThan(36);
  expect(getCentre(listReadable(settings(word(14)), { ...search, mattes, backdrops }))).toBeGreaterThan(36);
});

test('returns another place than the places already proposed', () => {
  const mattes = [person()];
  const [first] = listReadable(settings(word(14)), { ...search, mattes });
  const seen = [{ x: first?.x ?? 0, y: first?.y ?? 0 }];
  const [second] = listReadable(settings(word(14)), { ...search, mattes, seen });
  expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeGreaterThan(6);
});
