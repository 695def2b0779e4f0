import * as z from 'zod';
import type { FontName } from '#core/timeline/fonts.ts';

/** A file of a font, with the code points of its glyphs. */
export type FontFile = {
  readonly file: string;
  readonly unicodeRange: string;
  readonly has: (code: number) => boolean;
};

export type FontFamily = {
  readonly name: string;
  /** The lightest and the boldest CSS weight. */
  readonly weights: readonly [number, number];
  /** The height of a capital letter, as a share of the size. */
  readonly capHeight: number;
  readonly files: readonly FontFile[];
};

/** The fonts of a build, by name. */
export type FontCatalog = ReadonlyMap<string, FontFamily>;

const catalogFile = z.object({
  families: z.array(
    z.object({
      name: z.string(),
      weights: z.tuple([z.number(), z.number()]),
      capHeight: z.number(),
      faces: z.array(z.object({ file: z.string(), unicodeRange: z.string() })),
    }),
  ),
});

/** Reads the catalog that the build has written. Throws if `value` is not a catalog. */
export function readCatalog(value: unknown): FontCatalog {
  const { families } = catalogFile.parse(value);
  return new Map(
    families.map(({ faces, ...family }) => [
      family.name,
      { ...family, files: faces.map((face) => ({ ...face, has: createCoverage(face.unicodeRange) })) },
    ]),
  );
}

/** Returns the family of a bundled font. Throws if the catalog lacks it, which only an incomplete build can cause. */
export function needFamily(catalog: FontCatalog, name: FontName): FontFamily {
  const family = catalog.get(name);
  if (!family) {
    throw new Error(`The catalog of fonts lacks ${name}`);
  }
  return family;
}

/**
 * Creates a test for the code points in a CSS range, whose parts are in rising order. The range is parsed on first use, because few
 * are used.
 */
function createCoverage(range: string): (code: number) => boolean {
  let known: ReturnType<typeof readRange> | undefined;
  return (code) => {
    const spans = (known ??= readRange(range));
    let [low, high] = [0, spans.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = spans[middle] ?? [0, 0];
      if (code < first) {
        high = middle - 1;
      } else if (code > last) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  };
}

/** Returns the first and the last code point of each part. */
const readRange = (range: string): (readonly [number, number])[] =>
  range.split(',').map((part) => {
    const [first = '', last = first] = part.slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
