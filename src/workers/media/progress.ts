import type { RunnerProgress } from '#core/runners.ts';

/** How much of a run it is to make all frames; the rest is the writing of the files. */
const framesShare = 0.98;
/** Reports are at least this far apart, and previews this far. */
const reportEveryMs = 400;
const snapshotEveryMs = 1000;
/** The speed is measured over about this long, so that it follows a device that slows down. */
const windowMs = 8000;

/** Tells the caller how far a run is: by media time, with the speed that was measured on the way. */
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

  /** `stage` is what is done to frames, in a word. */
  constructor(totalSeconds: number, stage: string, report: (progress: RunnerProgress) => void) {
    this.#totalSeconds = totalSeconds;
    this.#framesStage = stage;
    this.#report = report;
  }

  /** The file is being looked at; `doneSeconds` and `doneFrames` of it were done before. */
  begin(doneSeconds: number, doneFrames: number): void {
    this.#doneSeconds = doneSeconds;
    this.#frames = doneFrames;
    this.#stage('Reading', this.#toFraction(doneSeconds));
  }

  /** So much of the sound is ready to be used, where that takes its time. */
  sound(share: number): void {
    this.#stage(`Reading the sound (${Math.round(100 * share)} %)`, this.#toFraction(this.#doneSeconds));
  }

  /** So much of the files is written. */
  written(share: number): void {
    const now = performance.now();
    if (share === 1 || now - this.#reportedMs >= reportEveryMs) {
      this.#reportedMs = now;
      this.#stage('Writing', framesShare + (1 - framesShare) * share);
    }
  }

  /**
   * One more frame is done. `snapshot` draws it. It is only called when a snapshot is due, and has to take what it needs of the frame at
   * once. The next frames do not wait until it is drawn, but are told of after it. An analysis has none.
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

  /** Until all frames so far are told of. */
  settle(): Promise<void> {
    return this.#told;
  }

  /** A snapshot that cannot be drawn is left out: it is only to look at, and no reason to end a run. */
  async #tell(progress: RunnerProgress, snapshot: Promise<string> | null): Promise<void> {
    const [drawn] = await Promise.all([snapshot?.catch(() => null), this.#told]);
    this.#report({ ...progress, ...(drawn && { snapshot: drawn }) });
  }

  /** A stage without a speed of its own. */
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
