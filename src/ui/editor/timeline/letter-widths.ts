import type { LetterWidths } from './clip-title.ts';

let known: LetterWidths | null = null;

/** The widths of letters as the style sheet has clips show them. */
export function letterWidths(): LetterWidths {
  if (!known) {
    const note = measure('clip-notes');
    // Digits that are shown as wide as each other are as wide as this one, whatever a canvas makes of them.
    known = { name: measure('clip-title'), note: (letter) => note(/\d/.test(letter) ? '0' : letter) };
  }
  return known;
}

/** Measures each letter once. A word is as wide as its letters together, or less. */
function measure(className: string): (letter: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  if (context) {
    context.font = fontOf(className);
  }
  return (letter) => {
    const width = widths.get(letter) ?? context?.measureText(letter).width ?? 0;
    widths.set(letter, width);
    return width;
  };
}

/** The font as it is shown, which is larger where a browser is set to show no small letters. */
function fontOf(className: string): string {
  const probe = document.createElement('span');
  probe.className = className;
  document.body.append(probe);
  const { font } = getComputedStyle(probe);
  probe.remove();
  return font;
}
