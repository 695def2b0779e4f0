import { type FontName, scriptFonts, type TextFont } from '#core/timeline/fonts.ts';
import { toComposed } from '../text/to-composed.ts';
import { type FontCatalog, type FontFamily, type FontFile, needFamily } from './catalog.ts';

/** A file of a font that is needed, with the family that it is of. */
export type ChosenFile = { readonly family: FontFamily; readonly file: FontFile };

/** The fonts of a text. */
export type FontChoice = {
  /** In the order in which a browser is to look for a letter: first the one that the text names. */
  readonly files: readonly ChosenFile[];
  /** What of the text has a glyph in none of them. */
  readonly missing: readonly string[];
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** What is drawn as a coloured picture, unless the text asks for a plain sign (U+FE0E). */
const emoji = /\p{Emoji_Presentation}|\uFE0F|\u20E3/u;
/** What needs no glyph of its own. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u;

/** Chooses the files that hold the letters of `typed` in `font`, and of the other fonts for what that lacks. */
export function chooseFiles(catalog: FontCatalog, font: TextFont, typed: string): FontChoice {
  const text = toComposed(typed);
  const order = orderFonts(font, text).map((name) => needFamily(catalog, name));
  const emojiOrder = [needFamily(catalog, 'Noto Color Emoji'), ...order];
  // Files that are chosen for several signs together, and those for single ones.
  const [wholes, singles] = [new Set<FontFile>(), new Set<FontFile>()];
  const missing = new Set<string>();
  // The first letter is there in any case: the file of the Latin letters has the spaces too.
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
  // In the order of the catalog, so that the same letters are of the same file in every text.
  const files = order.flatMap((family) =>
    [
      ...family.files.filter((file) => wholes.has(file)),
      ...family.files.filter((file) => singles.has(file) && !wholes.has(file)),
    ].map((file) => ({ family, file })),
  );
  return { files, missing: [...missing] };
}

/** The files of the first font that have all of these signs: an emoji of several signs is whole in one file alone. */
function findFiles(order: readonly FontFamily[], codes: readonly number[]): FontFile[] {
  for (const { files } of order) {
    const found = files.filter((file) => codes.every((code) => file.has(code)));
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

/** Signs of the Han script look different in each language: the other signs of the text tell which it is. */
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
