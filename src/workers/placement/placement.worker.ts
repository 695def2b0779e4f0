import type { MeasureAnswer, MeasureCommand, MeasureOptions, TextPlacement } from '#core/analysis/text-placement.ts';
import { placeText } from '../media/analysis/text-placement/place-text.ts';

/** Measures what the subject covers of a text, for a page on which somebody moves it: as a proposal measures it. */

let mattes: File | null = null;
const tell = (answer: MeasureAnswer): void => self.postMessage(answer);

self.addEventListener('message', ({ data }: MessageEvent<MeasureCommand<Blob>>) => {
  if (data.type === 'open') {
    mattes = new File([data.mattes], 'mattes');
  } else {
    const { nonce, options } = data;
    void measure(options).then((placement) => tell({ nonce, placement }));
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
