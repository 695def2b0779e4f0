import type { RunnerProgress } from '#core/protocol/runners.ts';

/** The share of the frames in the progress of a run; the rest is writing the files. */
const framesShare = 0.98;
/** The minimum time between reports, and between previews. */
const reportEveryMs = 400;
const snapshotEveryMs = 1000;
/** The time over which the displayed speed is measured, so that it follows a device that slows down. */
const speedMs = 8000;
/**
 * The part of the time so far over which the speed for the remaining time is measured. Scenes differ in speed, so the remaining time
 * of a long run needs the speed of many of them.
 */
const remainingShare = 0.5;

/** Reports the progress of a run by media time, with the measured speed. */
export class ProgressMeter {
  readonly #report: (progress: RunnerProgress) => void;
  readonly #totalSeconds: number;
  readonly #framesStage: string;
  readonly #recent = new SpeedWindow(() => speedMs);
  readonly #long = new SpeedWindow((elapsedMs) => Math.max(speedMs, remainingShare * elapsedMs));
  #frames = 0;
  #doneSeconds = 0;
  #reportedMs = Number.NEGATIVE_INFINITY;
  #snapshotMs = Number.NEGATIVE_INFINITY;
  #told: Promise<void> = Promise.resolve();

  /** `stage` is the name of the processing of frames, in one or two words. */
  constructor(totalSeconds: number, stage: string, report: (progress: RunnerProgress) => void) {
    this.#totalSeconds = totalSeconds;
    this.#framesStage = stage;
    this.#report = report;
  }

  /** Starts the progress; `doneSeconds` and `doneFrames` were done by earlier attempts. */
  begin(doneSeconds: number, doneFrames: number): void {
    this.#doneSeconds = doneSeconds;
    this.#frames = doneFrames;
    this.#stage('Reading', this.#toFraction(doneSeconds));
  }

  /** Reports the share of the audio that is ready, if that takes time. */
  sound(share: number): void {
    this.#stage(`Reading the audio (${Math.round(100 * share)} %)`, this.#toFraction(this.#doneSeconds));
  }

  /** Reports the share of the files that is written. */
  written(share: number): void {
    const now = performance.now();
    if (share === 1 || now - this.#reportedMs >= reportEveryMs) {
      this.#reportedMs = now;
      this.#stage('Writing', framesShare + (1 - framesShare) * share);
    }
  }

  /**
   * Counts a finished frame. `snapshot` draws it. It is only called when a snapshot is due, and must read the frame synchronously.
   * The following frames do not wait for the snapshot, but are reported after it. An analysis has no snapshots.
   */
  frame(seconds: number, snapshot?: () => Promise<string>): void {
    const now = performance.now();
    this.#frames++;
    if (now - this.#reportedMs < reportEveryMs) {
      return;
    }
    this.#reportedMs = now;
    const mark = { atMs: now, seconds, frames: this.#frames };
    const [recent, long] = [this.#recent.measure(mark), this.#long.measure(mark)];
    const isSnapshotDue = snapshot !== undefined && now - this.#snapshotMs >= snapshotEveryMs;
    if (isSnapshotDue) {
      this.#snapshotMs = now;
    }
    this.#told = this.#tell(
      {
        stage: this.#framesStage,
        fraction: this.#toFraction(seconds),
        etaSeconds:
          long && long.secondsPerSecond > 0 ? Math.max(0, this.#totalSeconds - seconds) / long.secondsPerSecond : null,
        framesPerSecond: recent?.framesPerSecond ?? null,
        framesDone: this.#frames,
      },
      isSnapshotDue ? snapshot() : null,
    );
  }

  /** Resolves when all frames so far are reported. */
  settle(): Promise<void> {
    return this.#told;
  }

  /** Reports progress. A snapshot that cannot be drawn is left out: it is only a preview, and no reason to end a run. */
  async #tell(progress: RunnerProgress, snapshot: Promise<string> | null): Promise<void> {
    const [drawn] = await Promise.all([snapshot?.catch(() => null), this.#told]);
    this.#report({ ...progress, ...(drawn && { snapshot: drawn }) });
  }

  /** Reports a stage without a speed. */
  #stage(stage: string, fraction: number): void {
    this.#report({ stage, fraction, etaSeconds: null, framesPerSecond: null, framesDone: this.#frames });
  }

  #toFraction(seconds: number): number {
    return this.#totalSeconds > 0 ? framesShare * Math.min(1, seconds / this.#totalSeconds) : 0;
  }
}

/** The progress at one time. `seconds` is media time. */
type Mark = { readonly atMs: number; readonly seconds: number; readonly frames: number };

/** The number of marks in a window, which does not grow with the duration of the run. */
const windowMarks = 64;

/** Measures the speed over the last part of a run, whose length may depend on the time since its first mark. */
class SpeedWindow {
  readonly #toLengthMs: (elapsedMs: number) => number;
  readonly #marks: Mark[] = [];
  #firstMs: number | null = null;

  constructor(toLengthMs: (elapsedMs: number) => number) {
    this.#toLengthMs = toLengthMs;
  }

  /** Adds a mark, and returns the speed until then; null for the first mark. */
  measure(mark: Mark): { framesPerSecond: number; secondsPerSecond: number } | null {
    const marks = this.#marks;
    this.#firstMs ??= mark.atMs;
    const lengthMs = this.#toLengthMs(mark.atMs - this.#firstMs);
    if (mark.atMs - (marks.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) >= lengthMs / windowMarks) {
      marks.push(mark);
    }
    while (marks.length > 2 && mark.atMs - (marks[0]?.atMs ?? 0) > lengthMs) {
      marks.shift();
    }
    const [oldest] = marks;
    const elapsed = (mark.atMs - (oldest?.atMs ?? mark.atMs)) / 1000;
    if (!oldest || elapsed <= 0) {
      return null;
    }
    return {
      framesPerSecond: (mark.frames - oldest.frames) / elapsed,
      secondsPerSecond: (mark.seconds - oldest.seconds) / elapsed,
    };
  }
}
