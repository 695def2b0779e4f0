import {
  soundRate,
  type PreviewAssets,
  type PreviewCommand,
  type PreviewEvent,
  type PreviewOpening,
} from '#core/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
// oxlint-disable-next-line no-restricted-imports, import/default -- an address, and no code
import soundAddress from '../../workers/preview/sound.worklet.ts?worker&url';

/** A document on a canvas, shown and played by a worker. Times are seconds of the canvas. */
export type Preview = {
  /** Shows another document, or another state of it, at the time at which it is. */
  load(document: TimelineDocument, assets: PreviewAssets): void;
  /** To be called from a click the first time, as browsers start no sound without. */
  play(): void;
  pause(): void;
  /** Shows the nearest key frames at once and then the frame itself; answers the number that `shown` will have. */
  seek(seconds: number): number;
  setRate(rate: number): void;
  /** Ends the worker and the sound. */
  close(): void;
};

/** Starts the worker that draws on `canvas`; `onEvent` hears of all that happens. */
export function createPreview(canvas: OffscreenCanvas, onEvent: (event: PreviewEvent) => void): Preview {
  const worker = new Worker(new URL('../../workers/preview/preview.worker.ts', import.meta.url), {
    type: 'module',
    name: 'preview',
  });
  const { port1, port2 } = new MessageChannel();
  const tell = (command: PreviewCommand): void => worker.postMessage(command);
  worker.addEventListener('message', ({ data }: MessageEvent<PreviewEvent>) => onEvent(data));
  worker.addEventListener('error', ({ message }) =>
    onEvent({ type: 'failed', message: message || 'The preview could not be started; reload the page.' }),
  );
  const opening: PreviewOpening<OffscreenCanvas, MessagePort> = { type: 'open', canvas, sound: port1 };
  worker.postMessage(opening, [canvas, port1]);
  let loudspeaker: Promise<AudioContext> | null = null;
  let nonce = 0;
  return {
    load: (document, assets) => tell({ type: 'load', document, assets }),
    play: () => {
      loudspeaker ??= openLoudspeaker(port2);
      const isReady = loudspeaker.then((context) => context.resume());
      // Without sound the pictures play all the same.
      void isReady.catch(() => undefined).then(() => tell({ type: 'play' }));
    },
    pause: () => tell({ type: 'pause' }),
    seek: (seconds) => {
      nonce += 1;
      tell({ type: 'seek', seconds, nonce });
      return nonce;
    },
    setRate: (rate) => tell({ type: 'rate', rate }),
    close: () => {
      worker.terminate();
      void loudspeaker?.then((context) => context.close()).catch(() => undefined);
    },
  };
}

/** Where the sound is played that comes over `line`. */
async function openLoudspeaker(line: MessagePort): Promise<AudioContext> {
  const context = new AudioContext({ sampleRate: soundRate, latencyHint: 'interactive' });
  await context.audioWorklet.addModule(soundAddress);
  const node = new AudioWorkletNode(context, 'preview-sound', { numberOfInputs: 0, outputChannelCount: [2] });
  node.port.postMessage(line, [line]);
  node.connect(context.destination);
  return context;
}
