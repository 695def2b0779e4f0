import type { LetterWidths } from './clip-title.ts';

let known: LetterWidths | null = null;

/** Returns the widths of letters in the fonts that the style sheet sets for clips. */
export function letterWidths(): LetterWidths {
  if (!known) {
    const note = measure('clip-notes');
    // Tabular digits are all as wide as this one, even if the 2D context measures them differently.
    known = { name: measure('clip-title'), note: (letter) => note(/\d/.test(letter) ? '0' : letter) };
  }
  return known;
}

/** Measures each letter once. A word is as wide as the sum of its letters, or narrower. */
function measure(className: string): (letter: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  if (context) {
    context.font = getFont(className);
  }
  return (letter) => {
    const width = widths.get(letter) ?? context?.measureText(letter).width ?? 0;
    widths.set(letter, width);
    return width;
  };
}

/** Returns the displayed font, which is larger if the browser has a min font size. */
function getFont(className: string): string {
  const probe = document.createElement('span');
  probe.className = className;
  document.body.append(probe);
  const { font } = getComputedStyle(probe);
  probe.remove();
  return font;
}
