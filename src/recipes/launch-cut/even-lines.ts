import type { Size } from '#core/lib/size.ts';

/** Lines of about equal length, with their font size. A title whose last line is one short word looks like a mistake. */
export type EvenLines = { readonly text: string; readonly lineCount: number; readonly sizePx: number };

/** The mean width of a font's letters and its line height, in multiples of the font size. */
export type Letters = { readonly width: number; readonly lineHeight: number };

const maxLines = 5;
/** Characters that are as wide as high, with a line break allowed after each: Chinese, Japanese and Korean. */
const wide = /[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;
/** Characters that are as wide as high, with line breaks only at spaces. */
const emoji = /\p{Emoji_Presentation}/u;

/** Breaks a text into the number of lines that gives the largest font size in a box. */
export function fillBox(text: string, box: Size, letters: Letters): EvenLines {
  const all = Array.from({ length: maxLines }, (_, index) => {
    const lines = breakEvenly(text, index + 1, letters);
    const ofHeight = box.height / (lines.length * letters.lineHeight);
    return {
      lines,
      sizePx: Math.min(ofHeight, box.width / Math.max(0.1, ...lines.map((line) => getWidth(line, letters)))),
    };
  });
  const best = all.reduce((one, other) => (other.sizePx > 1.02 * one.sizePx ? other : one));
  return { text: best.lines.join('\n'), lineCount: best.lines.length, sizePx: best.sizePx };
}

/** Breaks a text into as few lines as fit into a width at a font size. */
export function fitWidth(text: string, width: number, sizePx: number, letters: Letters): EvenLines {
  for (let count = 1; ; count++) {
    const lines = breakEvenly(text, count, letters);
    if (count >= maxLines || lines.every((line) => getWidth(line, letters) * sizePx <= width)) {
      return { text: lines.join('\n'), lineCount: lines.length, sizePx };
    }
  }
}

/** Returns at most `count` lines whose longest is as short as possible. A text with line breaks, or no spaces, is unchanged. */
function breakEvenly(text: string, count: number, letters: Letters): string[] {
  const words = text.split(' ').filter(Boolean);
  if (text.includes('\n') || words.length < 2 || isWide(text)) {
    return text.split('\n');
  }
  const total = getWidth(text, letters);
  for (let most = total / count; ; most += total / 100) {
    const lines = fillLines(words, most, letters);
    if (lines.length <= count) {
      return lines;
    }
  }
}

function fillLines(words: readonly string[], most: number, letters: Letters): string[] {
  const [first = '', ...others] = words;
  const lines = [first];
  for (const word of others) {
    const longer = `${lines.at(-1)} ${word}`;
    if (getWidth(longer, letters) <= most) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

const isWide = (sign: string): boolean => wide.test(sign);

/** Returns the width of a line in multiples of the font size. */
const getWidth = (line: string, { width }: Letters): number =>
  Array.from(line).reduce((sum, sign) => sum + (isWide(sign) || emoji.test(sign) ? 1 : width), 0);
