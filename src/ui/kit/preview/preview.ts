import type { PlayOrder, PreviewAssets, PreviewCommand, PreviewEvent, PreviewOpening } from '#core/protocol/preview.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { createPacker } from '#core/protocol/packed-document.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { startNestedWorkers } from '#wire/start-nested-workers.ts';
import { comesFirst } from '#ui/app/turns.ts';
import { createLoudspeaker, type Loudspeaker } from './loudspeaker.ts';

/** A document that a worker renders and plays on a canvas element. Times are seconds of the canvas. */
export type Preview = {
  /** Shows another document, or another revision, at its current time. Of several concurrent calls the newest wins. */
  load(document: TimelineDocument, assets: PreviewAssets): void;
  /**
   * Plays all of it or a span, once or in a loop. The first call must be in a click handler, because browsers block audio
   * otherwise.
   */
  play(order?: Partial<Pick<PlayOrder, 'span' | 'isLooping'>>): void;
  pause(): void;
  /** Shows the nearest key frames at once and then the exact frame; returns the number that `shown` will have. */
  seek(seconds: number): number;
  /** A multiple of normal speed, which alone has audio; negative values play backward. */
  setRate(rate: number): void;
  readonly readPeaks: Loudspeaker['readPeaks'];
  /** Terminates the worker and the audio. */
  close(): void;
};

/** Starts the worker that draws on `canvas`; `onEvent` receives all its events. */
export function createPreview(canvas: OffscreenCanvas, onEvent: (event: PreviewEvent) => void): Preview {
  const { port1, port2 } = new MessageChannel();
  const worker = startWorker({ type: 'open', canvas, sound: port1 });
  const endNested = startNestedWorkers(worker);
  const tell = (command: PreviewCommand): void => worker.postMessage(command);
  const loads = createLoads(tell);
  const loudspeaker = createLoudspeaker(port2);
  const playing = createPlaying(loudspeaker, tell, onEvent);
  const shown = createDeferred();
  void comesFirst(shown.promise);
  let nonce = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<PreviewEvent>) => {
    // A time from before the last seek would move a user who steps through frames back.
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
    onEvent({ type: 'failed', message: message || 'The preview could not start. Reload the page.' });
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
    readPeaks: loudspeaker.readPeaks,
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

/** The last play call, which waits for the audio output. */
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

/** The worker receives one document at a time; of those that arrive meanwhile only the newest is kept. */
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
