import type { AnalysisHooks } from '#core/protocol/runners.ts';
import type { OpenedSource } from '../cut-out.ts';
import { fitInside } from '../picture/fit-inside.ts';
import { createPlanes } from '../picture/planes.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import type { Source } from '../source/source.ts';

/** A span of a clip, in seconds from its start. */
type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** The long side of the images that are compared. */
const smallPx = 96;
/** The approximate time between compared images. */
const stepSeconds = 0.2;
/** The minimum change of a pixel; smaller changes are noise. */
const minChange = 12;

/** Measures the motion in spans of a video: the largest share (0..1) of pixels that change within 0.2 s. Closes the video. */
export async function measureMotion(
  { source }: OpenedSource,
  spans: readonly Span[],
  { onProgress }: AnalysisHooks,
): Promise<number[]> {
  try {
    const reader = new SmallLuma(source);
    const shares: number[] = [];
    for (const [index, span] of spans.entries()) {
      const fraction = index / spans.length;
      onProgress({ stage: 'Analyzing motion', fraction, etaSeconds: null, framesPerSecond: null, framesDone: 0 });
      shares.push(await motionIn(reader.through(span)));
    }
    return shares;
  } finally {
    await source.close();
  }
}

async function motionIn(pictures: AsyncGenerator<Uint8Array, void>): Promise<number> {
  let before: Uint8Array | null = null;
  let most = 0;
  for await (const picture of pictures) {
    most = Math.max(most, before ? shareChanged(before, picture) : 0);
    before = picture;
  }
  return most;
}

function shareChanged(before: Uint8Array, now: Uint8Array): number {
  const changed = now.reduce(
    (count, level, at) => count + (Math.abs(level - (before[at] ?? 0)) >= minChange ? 1 : 0),
    0,
  );
  return changed / Math.max(1, now.length);
}

/** Reads small luma images of a video. */
class SmallLuma {
  readonly #source: Source;
  readonly #full;
  readonly #small;
  readonly #scaler: PlanesScaler;

  constructor(source: Source) {
    this.#source = source;
    const { width, height } = source.info.video;
    const size = fitInside({ width, height }, smallPx);
    this.#full = createPlanes(width, height);
    this.#small = createPlanes(size.width, size.height);
    this.#scaler = new PlanesScaler(this.#full, size);
  }

  /** Reads a frame about every fifth of a second. */
  async *through({ startSeconds, endSeconds }: Span): AsyncGenerator<Uint8Array, void> {
    const span = { startSeconds, endSeconds: Math.min(this.#source.whole.endSeconds, endSeconds), isTrimmed: true };
    let next = 0;
    for await (const picture of this.#source.pictures(span)) {
      if (picture.timestampUs >= 1e6 * next) {
        await picture.read(this.#full);
        this.#scaler.scaleLuma(this.#full, this.#small);
        next = picture.timestampUs / 1e6 + stepSeconds;
        yield this.#small.y.slice();
      }
      picture.close();
    }
  }
}
