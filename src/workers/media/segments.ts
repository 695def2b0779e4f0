import { bringAboutCollection } from './memory-pressure.ts';

/**
 * The length of a segment, after which the encoders are flushed and restarted, and a checkpoint is created. It depends on the
 * source alone, so that a resumed run gives the same bytes as an uninterrupted one.
 */
const segmentFrames = 240;
/** The work time within a segment after which a checkpoint is created. */
const checkpointMs = 10_000;

/** The processing of the frames of a run. A run resumes from a `Checkpoint`. */
export interface SegmentWork<Frame, Checkpoint> {
  /** The number of frames added, including those before the run's own checkpoint. */
  readonly addedCount: number;
  /** Whether the memory for the state of a checkpoint is full, so that one must be created at once. */
  readonly isFull: boolean;
  add(frame: Frame): Promise<void>;
  /** Finishes all frames added and writes them to the disk. */
  endSegment(): Promise<Checkpoint>;
  /** Stores state within a segment; null if there is nothing new. It does not change the result. */
  keep(): Promise<Checkpoint | null>;
}

/**
 * Processes a run in segments. `note` stores a checkpoint while the work continues. Files that a checkpoint names do not change
 * before the next one is stored.
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
      // The promise is awaited at the next checkpoint. Until then a rejection must not count as unhandled.
      noted.catch(() => undefined);
    }
  }
  await noted;
}
