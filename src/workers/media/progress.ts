import type { RunnerProgress } from '#core/protocol/runners.ts';

/** The share of the frames in the progress of a run; the rest is writing the files. */
const framesShare = 0.98;
/** The minimum time between reports, and between previews. */
const reportEveryMs = 400;
const snapshotEveryMs = 1000;
/** The time over which the speed is measured, so that it follows a device that slows down. */
const windowMs = 8000;

/** Reports the progress of a run by media time, with the measured speed. */
export class ProgressMeter {
  readonly #report: (progress: RunnerProgress) => void;
  readonly #totalSeconds: number;
  readonly #framesStage: string;
  readonly #marks: { atMs: number; seconds: number; frames: number }[] = [];
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
    const speed = this.#measure(now, seconds);
    const isSnapshotDue = snapshot !== undefined && now - this.#snapshotMs >= snapshotEveryMs;
    if (isSnapshotDue) {
      this.#snapshotMs = now;
    }
    this.#told = this.#tell(
      {
        stage: this.#framesStage,
        fraction: this.#toFraction(seconds),
        etaSeconds:
          speed && speed.secondsPerSecond > 0
            ? Math.max(0, this.#totalSeconds - seconds) / speed.secondsPerSecond
            : null,
        framesPerSecond: speed?.framesPerSecond ?? null,
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

  #measure(atMs: number, seconds: number): { framesPerSecond: number; secondsPerSecond: number } | null {
    const marks = this.#marks;
    marks.push({ atMs, seconds, frames: this.#frames });
    while (marks.length > 2 && atMs - (marks[0]?.atMs ?? 0) > windowMs) {
      marks.shift();
    }
    const [oldest] = marks;
    const elapsed = (atMs - (oldest?.atMs ?? atMs)) / 1000;
    if (!oldest || elapsed <= 0) {
      return null;
    }
    return {
      framesPerSecond: (this.#frames - oldest.frames) / elapsed,
      secondsPerSecond: (seconds - oldest.seconds) / elapsed,
    };
  }
}
