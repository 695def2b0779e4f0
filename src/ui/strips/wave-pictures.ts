import { createDeferred, type Deferred } from '#core/deferred.ts';
import { waveShades, type WaveAnswer, type WaveCommand } from '#core/wave-picture.ts';
import { call } from '../client.ts';
import { Keep } from './keep.ts';
import { coarserOf, pointsOfPiece, spanOf, type PeakPiece } from './peak-pieces.ts';

/** A piece of a sound as a picture, a pixel for each point, which has an address of this page. */
type WavePicture = { readonly url: string; readonly rowPx: number };

const costMax = 96 * 1024 ** 2;

/** The pictures of sounds that were drawn, for all who show them. */
export const wavesKept = new Keep<WavePicture>({
  read: async (key, signal) => {
    const [material = '', level, index, row] = key.split(' ');
    const { fromSeconds: from, toSeconds: to } = spanOf({ level: Number(level), index: Number(index) });
    const query = { from, to, count: pointsOfPiece };
    const { min, max } = await call('getPeaks', { params: { material }, query, signal });
    const rowPx = Number(row);
    const picture = await draw({ low: Float32Array.from(min), high: Float32Array.from(max), rowPx });
    return { url: URL.createObjectURL(picture), rowPx };
  },
  atOnce: 3,
  // As it is decoded.
  costOf: ({ rowPx }) => 4 * pointsOfPiece * rowPx * waveShades.length,
  costMax,
  drop: ({ url }) => URL.revokeObjectURL(url),
});

export const keyOf = (assetId: string, { level, index }: PeakPiece, rowPx: number): string =>
  `${assetId} ${level} ${index} ${rowPx}`;

/** The picture of a piece, or the nearest coarser one that is there, with the piece that it shows. */
export function findWave(assetId: string, piece: PeakPiece, rowPx: number): { url: string; piece: PeakPiece } | null {
  for (const one of [piece, ...coarserOf(piece)]) {
    const picture = wavesKept.peek(keyOf(assetId, one, rowPx));
    if (picture) {
      return { url: picture.url, piece: one };
    }
  }
  return null;
}

/** What the worker is asked for, by plain messages: with comlink the editor would be larger than `first-load.test.ts` allows. */
const asked = new Map<number, Deferred<Blob>>();
let askedLast = 0;
let painter: Worker | null = null;

/** Rejects when it could not be drawn, or the worker could not be started. */
function draw(command: Omit<WaveCommand, 'id'>): Promise<Blob> {
  painter ??= startPainter();
  const answer = createDeferred<Blob>();
  askedLast += 1;
  asked.set(askedLast, answer);
  painter.postMessage({ ...command, id: askedLast } satisfies WaveCommand);
  return answer.promise;
}

function startPainter(): Worker {
  const worker = new Worker(new URL('../../workers/waveform/waveform.worker.ts', import.meta.url), {
    type: 'module',
    name: 'waveform',
  });
  worker.addEventListener('message', ({ data: { id, picture } }: MessageEvent<WaveAnswer<Blob>>) =>
    settle(id, picture),
  );
  worker.addEventListener('error', () => {
    painter = null;
    for (const id of asked.keys()) {
      settle(id, null);
    }
  });
  return worker;
}

function settle(id: number, picture: Blob | null): void {
  if (picture) {
    asked.get(id)?.resolve(picture);
  } else {
    asked.get(id)?.reject(new TypeError('a waveform could not be drawn'));
  }
  asked.delete(id);
}
