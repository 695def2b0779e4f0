import type { RunnableModel } from '#core/models.ts';
import type { Asset, Canvas, Job } from '#core/records.ts';
import type { Runners } from '#core/runners.ts';
import type { InputOf, RecipeId } from '#recipes/catalog.ts';

/** What a run tells while it works. */
export type RunProgress = Partial<Pick<Job, 'stage' | 'progress' | 'etaSeconds' | 'framesPerSecond' | 'preview'>>;

/** What a run is given: its job, the material's row, the heavy workers, and names for the files that it makes. */
export type RunContext = {
  readonly job: Job;
  readonly material: Asset;
  /** The one that the job names. */
  readonly model: RunnableModel;
  readonly runners: Runners;
  /**
   * An asset id and the name of its file, which is not swept while the run lasts: a fresh one, or that of the attempt before,
   * so ask in the same order.
   */
  readonly newFile: (extension: string) => { assetId: string; file: string };
  /** Rows that only the engine can fill: sizes are read from the written file. */
  readonly toAsset: (made: {
    assetId: string;
    file: string;
    kind: 'result' | 'proxy';
    name: string;
    extension: string;
    mimeType: string;
  }) => Promise<Asset>;
  /** Throws STORAGE_FULL, which tells of `neededBytes`, when not even `leastBytes` of them fit. */
  readonly requireRoom: (neededBytes: number, leastBytes: number) => Promise<void>;
  readonly toCanvas: (document: Canvas['document']) => Canvas;
  readonly report: (progress: RunProgress) => void;
  /** What an earlier attempt noted on the same `basis`, which is all that its work depends on; undefined for a new start. */
  readonly findNotes: (basis: string) => unknown;
  /** Notes how far the run is; the files that it names by then are kept for the next attempt. */
  readonly keepNotes: (basis: string, notes: unknown) => Promise<void>;
};

export type RunResult = {
  /** The `result` and, where it needs one, its `proxy`. */
  readonly assets: readonly Asset[];
  readonly canvas: Canvas;
  readonly warnings: string[];
  /** Length of what was made, for the estimate of the next run. */
  readonly durationSeconds: number;
};

/** How a recipe is made. A throw fails the job with its code; an abort terminates the runners under it, and their death begins it anew. */
export type Run<R extends RecipeId> = (context: RunContext, input: InputOf<R>) => Promise<RunResult>;
