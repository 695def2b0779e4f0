import type { PlayOrder, PreviewAssets, PreviewCommand, PreviewEvent, PreviewOpening } from '#core/protocol/preview.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { createPacker } from '#core/protocol/packed-document.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { startNestedWorkers } from '#wire/start-nested-workers.ts';
import { comesFirst } from '#ui/app/turns.ts';
import { createLoudspeaker, type Loudspeaker } from './loudspeaker.ts';

/** A document on a canvas, shown and played by a worker. Times are seconds of the canvas. */
export type Preview = {
  /** Shows another document, or another state of it, at the time at which it is. Of several at once the newest one counts. */
  load(document: TimelineDocument, assets: PreviewAssets): void;
  /** All of it, or a span, once or again and again. To be called from a click the first time, as browsers start no sound without. */
  play(order?: Partial<Pick<PlayOrder, 'span' | 'isLooping'>>): void;
  pause(): void;
  /** Shows the nearest key frames at once and then the frame itself; answers the number that `shown` will have. */
  seek(seconds: number): number;
  /** A multiple of the usual speed, the only one with sound; below 0 it goes backwards. */
  setRate(rate: number): void;
  /** Ends the worker and the sound. */
  close(): void;
};

/** Starts the worker that draws on `canvas`; `onEvent` hears of all that happens. */
export function createPreview(canvas: OffscreenCanvas, onEvent: (event: PreviewEvent) => void): Preview {
  const { port1, port2 } = new MessageChannel();
  const worker = startWorker({ type: 'open', canvas, sound: port1 });
  const endNested = startNestedWorkers(worker);
  const tell = (command: PreviewCommand): void => worker.postMessage(command);
  const loads = createLoads(tell);
  const playing = createPlaying(createLoudspeaker(port2), tell, onEvent);
  const shown = createDeferred();
  void comesFirst(shown.promise);
  let nonce = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<PreviewEvent>) => {
    // A time from before the last seek would take who steps through frames back to where they were.
    if (data.type === 'time' && data.nonce < nonce) {
      return;
    }
    if (data.type === 'loaded' || data.type === 'failed') {
      loads.answered();
      shown.resolve();
    } else if (data.type === 'ended') {
      playing.forget();
    }
    onEvent(data);
  });
  worker.addEventListener('error', ({ message }) => {
    shown.resolve();
    onEvent({ type: 'failed', message: message || 'The preview could not be started; reload the page.' });
  });
  return {
    load: loads.load,
    play: playing.play,
    pause: () => {
      playing.forget();
      tell({ type: 'pause' });
    },
    seek: (seconds) => {
      nonce += 1;
      tell({ type: 'seek', seconds, nonce });
      return nonce;
    },
    setRate: (rate) => tell({ type: 'rate', rate }),
    close: () => {
      playing.close();
      shown.resolve();
      worker.terminate();
      endNested();
    },
  };
}

function startWorker(opening: PreviewOpening<OffscreenCanvas, MessagePort>): Worker {
  const worker = new Worker(new URL('../../../workers/preview/preview.worker.ts', import.meta.url), {
    type: 'module',
    name: 'preview',
  });
  worker.postMessage(opening, [opening.canvas, ...(opening.sound ? [opening.sound] : [])]);
  return worker;
}

/** What was told to play last, which waits for the loudspeaker. */
function createPlaying(
  loudspeaker: Loudspeaker,
  tell: (command: PreviewCommand) => void,
  onEvent: (event: PreviewEvent) => void,
) {
  let last: object | null = null;
  const forget = (): void => {
    last = null;
  };
  return {
    play: ({ span = null, isLooping = false }: Partial<Pick<PlayOrder, 'span' | 'isLooping'>> = {}): void => {
      const own = {};
      last = own;
      void loudspeaker.start((isAudible) => {
        if (last === own) {
          tell({ type: 'play', order: { span, isLooping, isAudible } });
          onEvent({ type: 'sound', isHeard: isAudible });
        }
      });
    },
    forget,
    close: () => {
      forget();
      loudspeaker.close();
    },
  };
}

/** One document at a time is on its way to the worker; of those that come meanwhile the newest one is kept. */
function createLoads(tell: (command: PreviewCommand) => void) {
  const pack = createPacker();
  let isUnderway = false;
  let waiting: { readonly document: TimelineDocument; readonly assets: PreviewAssets } | null = null;
  const send = (document: TimelineDocument, assets: PreviewAssets): void =>
    tell({ type: 'load', document: pack(document), assets });
  return {
    load: (document: TimelineDocument, assets: PreviewAssets): void => {
      if (isUnderway) {
        waiting = { document, assets };
        return;
      }
      isUnderway = true;
      send(document, assets);
    },
    answered: (): void => {
      isUnderway = waiting !== null;
      if (waiting) {
        send(waiting.document, waiting.assets);
        waiting = null;
      }
    },
  };
}
