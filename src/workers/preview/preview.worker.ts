import type { PreviewCommand, PreviewEvent, PreviewOpening } from '#core/protocol/preview.ts';
import { Preview } from './preview.ts';

let preview: Preview | null = null;
const tell = (event: PreviewEvent): void => self.postMessage(event);

self.addEventListener(
  'message',
  ({ data }: MessageEvent<PreviewCommand | PreviewOpening<OffscreenCanvas, MessagePort>>) => {
    if (data.type === 'open') {
      preview = new Preview(data.canvas, data.sound, tell);
    } else {
      preview?.obey(data);
    }
  },
);
