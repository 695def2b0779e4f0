import { createDeferred, type Deferred } from '#core/lib/deferred.ts';
import type { StripAnswer, StripCommand, StripWork } from '#core/lib/strip-pictures.ts';

/** Sends requests to the worker as plain messages: with comlink the editor would exceed the limit in `first-load.test.ts`. */
const asked = new Map<number, Deferred<string[]>>();
let askedLast = 0;
let painter: Worker | null = null;

/** Returns URLs of the images, within this page. Rejects if they cannot be drawn, or the worker cannot start. */
export function drawPictures(work: StripWork<Blob>): Promise<string[]> {
  painter ??= startPainter();
  const answer = createDeferred<string[]>();
  askedLast += 1;
  asked.set(askedLast, answer);
  painter.postMessage({ id: askedLast, work } satisfies StripCommand<Blob>);
  return answer.promise;
}

function startPainter(): Worker {
  const worker = new Worker(new URL('../../../workers/strips/strips.worker.ts', import.meta.url), {
    type: 'module',
    name: 'strips',
  });
  worker.addEventListener('message', ({ data: { id, pictures } }: MessageEvent<StripAnswer<Blob>>) =>
    settle(id, pictures),
  );
  worker.addEventListener('error', () => {
    painter = null;
    for (const id of asked.keys()) {
      settle(id, null);
    }
  });
  return worker;
}

function settle(id: number, pictures: StripAnswer<Blob>['pictures']): void {
  if (pictures) {
    asked.get(id)?.resolve(pictures.map((picture) => URL.createObjectURL(picture)));
  } else {
    asked.get(id)?.reject(new TypeError('strip images could not be drawn'));
  }
  asked.delete(id);
}
