import { type FontName, scriptFonts, type TextFont } from '#core/timeline/fonts.ts';
import { toComposed } from '../text/to-composed.ts';
import { type FontCatalog, type FontFamily, type FontFile, needFamily } from './catalog.ts';

/** A required file of a font, and its family. */
export type ChosenFile = { readonly family: FontFamily; readonly file: FontFile };

/** The fonts of a text. */
export type FontChoice = {
  /** The files in the order in which a browser searches for a glyph: the named font first. */
  readonly files: readonly ChosenFile[];
  /** The characters of the text without a glyph in any of them. */
  readonly missing: readonly string[];
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that are drawn as colour emoji, unless the text requests the plain form (U+FE0E). */
const emoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3/u;
/** Characters that need no glyph. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u;

/** Chooses the files with the letters of `typed` in `font`, and files of other fonts for missing letters. */
export function chooseFiles(catalog: FontCatalog, font: TextFont, typed: string): FontChoice {
  const text = toComposed(typed);
  const order = orderFonts(font, text).map((name) => needFamily(catalog, name));
  const emojiOrder = [needFamily(catalog, 'Noto Color Emoji'), ...order];
  // Files that are chosen for several characters together, and files for single ones.
  const [wholes, singles] = [new Set<FontFile>(), new Set<FontFile>()];
  const missing = new Set<string>();
  // The letter A is always included: the file of the Latin letters has the spaces too.
  const segments = new Set(Array.from(graphemes.segment(`A${text}`), ({ segment }) => segment));
  for (const segment of segments) {
    const codes = Array.from(segment).flatMap((sign) => (unseen.test(sign) ? [] : [sign.codePointAt(0) ?? 0]));
    const isEmoji = emoji.test(segment) && !segment.includes('\uFE0E');
    const isWhole = isEmoji && codes.length > 1;
    const found = isWhole
      ? findFiles(emojiOrder, codes)
      : codes.flatMap((code) => findFiles(isEmoji ? emojiOrder : order, [code]).slice(0, 1));
    found.forEach((file) => (isWhole ? wholes : singles).add(file));
    if (isWhole ? found.length === 0 : found.length < codes.length) {
      missing.add(segment);
    }
  }
  // In the order of the catalog, so that the same letters use the same file in every text.
  const files = order.flatMap((family) =>
    [
      ...family.files.filter((file) => wholes.has(file)),
      ...family.files.filter((file) => singles.has(file) && !wholes.has(file)),
    ].map((file) => ({ family, file })),
  );
  return { files, missing: [...missing] };
}

/**
 * Returns the files of the first font that has all of these characters: an emoji of several characters is complete only within one
 * file.
 */
function findFiles(order: readonly FontFamily[], codes: readonly number[]): FontFile[] {
  for (const { files } of order) {
    const found = files.filter((file) => codes.every((code) => file.has(code)));
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

/** Orders fonts. Characters of the Han script look different in each language, which the other characters of the text determine. */
function orderFonts(font: TextFont, text: string): FontName[] {
  const han = chooseHan(text);
  const others = scriptFonts.filter((name) => !han.includes(name));
  return [...new Set<FontName>([font, 'Inter', ...others, ...han])];
}

function chooseHan(text: string): FontName[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return ['Noto Sans JP', 'Noto Sans SC', 'Noto Sans KR'];
  }
  return /\p{Script=Hangul}/u.test(text)
    ? ['Noto Sans KR', 'Noto Sans SC', 'Noto Sans JP']
    : ['Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'];
}
