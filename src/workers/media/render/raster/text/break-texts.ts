import type { TextLines, TextToBreak } from '#core/analysis/text-lines.ts';
import { createFonts } from '../fonts/fonts.ts';
import { measureText } from './break-lines.ts';

/** Breaks texts in the same way as they are drawn. */
export async function breakTexts(texts: readonly TextToBreak[]): Promise<TextLines[]> {
  // Missing characters are reported when the text is drawn.
  const fonts = createFonts(() => undefined);
  const broken: TextLines[] = [];
  for (const { text, font, weight, maxWidth } of texts) {
    const { css } = await fonts.load(font, text);
    const lines = measureText(text, { css, weight, letterSpacing: 0 }).breakAt(maxWidth);
    broken.push(lines.map((line) => ({ text: line.text, width: line.width })));
  }
  return broken;
}
