import { bringAboutCollection } from './memory-pressure.ts';

/**
 * The length of a segment: after it the encoders are emptied and begun anew, and a checkpoint is made. It depends on the source
 * alone, so that a run from a checkpoint gives the same bytes as one that was never interrupted.
 */
const segmentFrames = 240;
/** Within a segment a checkpoint is made when so much work would be lost. */
const checkpointMs = 10_000;

/** What is done to the frames of a run. `Checkpoint` is what it goes on from. */
export interface SegmentWork<Frame, Checkpoint> {
  /** The frames that were added, those before the run's own checkpoint included. */
  readonly addedCount: number;
  /** Whether so much is kept in memory for a checkpoint that one is to be made at once. */
  readonly isFull: boolean;
  add(frame: Frame): Promise<void>;
  /** Finishes all frames so far and brings them to the disk. */
  endSegment(): Promise<Checkpoint>;
  /** Keeps what can be kept within a segment; null where that is nothing new. What is written does not change the result. */
  keep(): Promise<Checkpoint | null>;
}

/**
 * Does the work of a run in segments. `note` writes a checkpoint down while the work goes on. No file that a checkpoint names is
 * changed before the next one is written down.
 */
export async function runSegments<Frame, Checkpoint>(
  frames: AsyncIterable<Frame>,
  work: SegmentWork<Frame, Checkpoint>,
  note: (checkpoint: Checkpoint) => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<void> {
  let noted: Promise<void> = Promise.resolve();
  let checkedAt = now();
  for await (const frame of frames) {
    await work.add(frame);
    bringAboutCollection();
    const isEnd = work.addedCount % segmentFrames === 0;
    if (!isEnd && !work.isFull && now() - checkedAt < checkpointMs) {
      continue;
    }
    await noted;
    const checkpoint = isEnd ? await work.endSegment() : await work.keep();
    checkedAt = now();
    if (checkpoint) {
      noted = note(checkpoint);
      // It is awaited at the next checkpoint; until then its failure is not unhandled, only not looked at yet.
      noted.catch(() => undefined);
    }
  }
  await noted;
}
