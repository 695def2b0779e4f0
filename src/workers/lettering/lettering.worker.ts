import type { BreakAnswer, BreakCommand } from '#core/analysis/text-lines.ts';
import type { MeasureAnswer, MeasureCommand, MeasureOptions, TextPlacement } from '#core/analysis/text-placement.ts';
import { placeText } from '../media/analysis/text-placement/place-text.ts';
import { breakTexts } from '../media/render/raster/text/break-texts.ts';

/** Breaks and measures texts for a page that edits them, as the recipes and a render do. */

let mattes: File | null = null;
const tell = (answer: MeasureAnswer | BreakAnswer): void => self.postMessage(answer);

self.addEventListener('message', ({ data }: MessageEvent<MeasureCommand<Blob> | BreakCommand>) => {
  switch (data.type) {
    case 'open':
      mattes = new File([data.mattes], 'mattes');
      break;
    case 'measure':
      void measure(data.options).then((placement) => tell({ nonce: data.nonce, placement }));
      break;
    case 'break':
      void breakTexts(data.texts)
        .catch(() => null)
        .then((lines) => tell({ lines }));
  }
});

async function measure(options: MeasureOptions): Promise<TextPlacement | null> {
  const file = mattes;
  if (!file) {
    return null;
  }
  const names = { sourceFile: '', mattesFile: '', mayBreak: false, seen: [] };
  return placeText({ read: async () => file }, { ...options, ...names }).catch(() => null);
}
