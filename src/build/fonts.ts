import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as fontkit from 'fontkit';
import * as z from 'zod';
import type { FontName } from '../core/timeline/fonts.ts';
import { dropTable } from './woff.ts';

/** A package, and the files that are copied from it: those of the named subsets, or all with numbers. */
type FontPackage = { readonly package: string; readonly subsets: readonly string[] | 'numbered' };

const latin = ['latin', 'latin-ext', 'vietnamese'];

/** The package of each font. */
const fontPackages: Readonly<Record<FontName, FontPackage>> = {
  Inter: {
    package: '@fontsource-variable/inter',
    subsets: [...latin, 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'],
  },
  Anton: { package: '@fontsource/anton', subsets: latin },
  'Bebas Neue': { package: '@fontsource/bebas-neue', subsets: latin },
  'Archivo Black': { package: '@fontsource/archivo-black', subsets: latin },
  'Playfair Display': { package: '@fontsource-variable/playfair-display', subsets: [...latin, 'cyrillic'] },
  Caveat: { package: '@fontsource-variable/caveat', subsets: [...latin, 'cyrillic'] },
  'Noto Sans Arabic': { package: '@fontsource-variable/noto-sans-arabic', subsets: ['arabic'] },
  'Noto Sans Hebrew': { package: '@fontsource-variable/noto-sans-hebrew', subsets: ['hebrew'] },
  'Noto Sans Thai': { package: '@fontsource-variable/noto-sans-thai', subsets: ['thai'] },
  'Noto Sans Devanagari': { package: '@fontsource-variable/noto-sans-devanagari', subsets: ['devanagari'] },
  'Noto Sans Bengali': { package: '@fontsource-variable/noto-sans-bengali', subsets: ['bengali'] },
  'Noto Sans Gurmukhi': { package: '@fontsource-variable/noto-sans-gurmukhi', subsets: ['gurmukhi'] },
  'Noto Sans Gujarati': { package: '@fontsource-variable/noto-sans-gujarati', subsets: ['gujarati'] },
  'Noto Sans Tamil': { package: '@fontsource-variable/noto-sans-tamil', subsets: ['tamil'] },
  'Noto Sans Telugu': { package: '@fontsource-variable/noto-sans-telugu', subsets: ['telugu'] },
  'Noto Sans Kannada': { package: '@fontsource-variable/noto-sans-kannada', subsets: ['kannada'] },
  'Noto Sans Malayalam': { package: '@fontsource-variable/noto-sans-malayalam', subsets: ['malayalam'] },
  'Noto Sans Sinhala': { package: '@fontsource-variable/noto-sans-sinhala', subsets: ['sinhala'] },
  'Noto Sans Lao': { package: '@fontsource-variable/noto-sans-lao', subsets: ['lao'] },
  'Noto Sans Khmer': { package: '@fontsource-variable/noto-sans-khmer', subsets: ['khmer'] },
  'Noto Sans Myanmar': { package: '@fontsource-variable/noto-sans-myanmar', subsets: ['myanmar'] },
  'Noto Sans Armenian': { package: '@fontsource-variable/noto-sans-armenian', subsets: ['armenian'] },
  'Noto Sans Georgian': { package: '@fontsource-variable/noto-sans-georgian', subsets: ['georgian'] },
  'Noto Sans Ethiopic': { package: '@fontsource-variable/noto-sans-ethiopic', subsets: ['ethiopic'] },
  'Noto Color Emoji': { package: '@fontsource/noto-color-emoji', subsets: 'numbered' },
  'Noto Sans JP': { package: '@fontsource-variable/noto-sans-jp', subsets: 'numbered' },
  'Noto Sans KR': { package: '@fontsource-variable/noto-sans-kr', subsets: 'numbered' },
  'Noto Sans SC': { package: '@fontsource-variable/noto-sans-sc', subsets: 'numbered' },
};

/** The folder of the fonts in a build. */
const folder = 'fonts';

/** The files that the first text needs. */
export const firstFonts = [`${folder}/catalog.json`, `${folder}/inter-latin.woff2`];

const packageFacts = z.object({ weights: z.array(z.number()).min(1) });
const ranges = z.record(z.string(), z.string());

/** Copies the fonts of the packages into a build, with a catalog that lists the characters of each file. */
export function copyFonts(root: string, outDir: string): void {
  mkdirSync(join(outDir, folder), { recursive: true });
  const families = Object.entries(fontPackages).map(([name, from]) => copyFamily(name, from, root, outDir));
  writeFileSync(join(outDir, folder, 'catalog.json'), JSON.stringify({ families }));
}

function copyFamily(name: string, { package: packageName, subsets }: FontPackage, root: string, outDir: string) {
  const from = join(root, 'node_modules', packageName);
  const id = packageName.slice(packageName.indexOf('/') + 1);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(from, file), 'utf8'));
  const { weights } = packageFacts.parse(read('metadata.json'));
  const declared = Object.entries(ranges.parse(read('unicode.json')));
  let capHeight = 0;
  const faces = declared.flatMap(([key, range]) => {
    const subset = key.replaceAll(/[[\]]/g, '');
    if (subsets === 'numbered' ? subset === key : !subsets.includes(subset)) {
      return [];
    }
    const source = findFile(join(from, 'files'), `${id}-${subset}`);
    const file = `${id}-${subset}${extname(source)}`;
    const bytes = readSource(source);
    const facts = readFont(bytes);
    // All files of a font have the same height, except files without capital letters.
    capHeight ||= facts.capHeight;
    writeFileSync(join(outDir, folder, file), bytes);
    return [{ file, unicodeRange: toRange(facts.codePoints.filter(isWithin(range))) }];
  });
  if (faces.length === 0) {
    throw new Error(`No file of ${packageName} was found`);
  }
  return { name, weights: toWeights(weights), capHeight, faces };
}

/** Finds the file of a variable font, or of a font with one weight. */
function findFile(folder: string, stem: string): string {
  const endings = stem.includes('emoji') ? ['400-normal.woff'] : ['wght-normal.woff2', '400-normal.woff2'];
  const found = endings.map((ending) => join(folder, `${stem}-${ending}`)).find((path) => existsSync(path));
  if (!found) {
    throw new Error(`No font file starts with ${join(folder, stem)}`);
  }
  return found;
}

/**
 * Reads a font file. Removes SVG drawings from WOFF files, which are used for emoji. The WOFF2 files of emoji contain only SVG
 * drawings, which Chromium does not render; the WOFF files also contain colour layers, which it renders.
 */
function readSource(source: string): Buffer {
  const file = readFileSync(source);
  return source.endsWith('.woff') ? dropTable(file, 'SVG ') : file;
}

/** The characters and metrics of a font file. */
type FontFacts = {
  /** The code points for which the font has glyphs, in ascending order. */
  readonly codePoints: readonly number[];
  /** The height of a flat capital letter, as a fraction of the font size. */
  readonly capHeight: number;
};

/** Reads a WOFF or WOFF2 file. Throws for a file that is not a font, or contains several. */
export function readFont(file: Buffer): FontFacts {
  const font = fontkit.create(file);
  if (!('characterSet' in font)) {
    throw new Error('The file contains several fonts');
  }
  // The set also contains code points whose glyph is the one for missing characters.
  const codePoints = font.characterSet.filter((code) => font.hasGlyphForCodePoint(code));
  return { codePoints: codePoints.toSorted((a, b) => a - b), capHeight: font.capHeight / font.unitsPerEm };
}

/** Returns the range of weights. A font with one weight covers all, so that the browser does not synthesise bold letters. */
const toWeights = (weights: readonly number[]): [number, number] =>
  weights.length === 1 ? [1, 1000] : [Math.min(...weights), Math.max(...weights)];

/** Returns a function that checks whether a code point is in a CSS range. */
function isWithin(range: string): (code: number) => boolean {
  const parts = range.split(',').map((part) => {
    const [first = '', last = first] = part.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (code) => parts.some(([first, last]) => code >= first && code <= last);
}

/** Converts code points in ascending order to a CSS range. */
function toRange(codes: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const code of codes) {
    const last = spans.at(-1);
    if (last && last[1] === code - 1) {
      last[1] = code;
    } else {
      spans.push([code, code]);
    }
  }
  const hex = (code: number): string => code.toString(16);
  return spans.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(',');
}
