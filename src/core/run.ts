import type * as z from 'zod';
import type { Detectors } from './analysis/detection.ts';
import type { Canvas } from './canvas-rows.ts';
import type { RunnableModel } from './models.ts';
import type { InputOf, Proposed, Recipe } from './operation.ts';
import type { Asset, Job } from './records.ts';
import type { Runners } from './runners.ts';
import type { TimelineDocument } from './timeline/document.ts';

/**
 * What a run of a recipe is: recipes implement it and the engine calls it, so that neither imports the other. A recipe's run gets
 * everything it may use as its context.
 */

/** The progress of a running job. */
export type JobProgress = Partial<
  Pick<Job, 'stage' | 'progress' | 'etaSeconds' | 'framesPerSecond' | 'framesDone' | 'snapshot'>
>;

/** A file that a run makes. Its asset has the same id, should the file become one. */
export type MadeFile = { readonly assetId: string; readonly file: string };

/** What an asset is told besides its file, whose size is read from it. */
type AssetFacts = Pick<Asset, 'kind' | 'name' | 'extension' | 'mimeType'>;

/**
 * One part of a run's work that another attempt can go on with: an analysis, a render. `basis` is all that it depends on; on
 * another basis it begins anew.
 */
export type Step = {
  /** What an earlier attempt noted; undefined for a new start. */
  readonly notes: unknown;
  /** Whether an earlier attempt has finished it, so that its files are whole. */
  readonly isDone: boolean;
  /** The file of this role, which is not swept while the run lasts: a fresh one, or that of the attempt before. */
  readonly file: (role: string, extension: string) => MadeFile;
  /** Notes how far it is; its files are kept for the next attempt from then on. */
  readonly keep: (notes: unknown) => Promise<void>;
  /** As `keep`, and that its files are whole. */
  readonly finish: (notes: unknown) => Promise<void>;
};

/** What a run is given: its job, the rows of its materials, its models, the heavy workers, and names for its files. */
export type RunContext = {
  readonly job: Job;
  /** In the order of the recipe's `materials`. */
  readonly materials: readonly Asset[];
  /** The models of mattes, in the order of the recipe's `models`; those that agree on one matte stand together. */
  readonly models: readonly RunnableModel[];
  /** What of the detectors that the recipe wishes for is installed; see `recipes/run-helpers/with-detector.ts`. */
  readonly detectors: Detectors;
  readonly runners: Runners;
  /** The canvas document that was frozen when the job was queued. Throws INTERNAL for a job without one. */
  readonly readDocument: () => Promise<TimelineDocument>;
  readonly step: (name: string, basis: string) => Step;
  /** The row of a made file, whose size is read from the written file. */
  readonly toAsset: (made: MadeFile & AssetFacts) => Promise<Asset>;
  /** Writes a small file of text, as UTF-8. */
  readonly writeText: (made: MadeFile, text: string) => Promise<void>;
  /** Throws STORAGE_FULL, which tells of `neededBytes`, when not even `leastBytes` of them fit. */
  readonly requireRoom: (neededBytes: number, leastBytes: number) => Promise<void>;
  readonly report: (progress: JobProgress) => void;
};

export type RunResult = {
  /** All that was made; `resultId` names the one that was asked for. */
  readonly assets: readonly Asset[];
  readonly resultId: string;
  /** The editable timeline of the result; null for work that makes none, as an export. */
  readonly document: Canvas['document'] | null;
  readonly warnings: string[];
  /** Length of what was made in seconds, for the estimate of the next run. */
  readonly durationSeconds: number;
};

/** What a person is to look at before the rest is made. */
export type Proposal<P> = {
  readonly proposal: P;
  /** Pictures of it, at times of the source in seconds. */
  readonly previews: readonly { readonly atSeconds: number; readonly asset: Asset }[];
  /** The canvas that it would make, so that a page can play what somebody makes of it; see `recipes/run-helpers/draft-canvas.ts`. */
  readonly draft?: DraftCanvas;
  readonly warnings: string[];
};

/** A canvas that is not made yet: the file of its document, and the made files that it names besides the materials. */
export type DraftCanvas = { readonly document: Asset; readonly parts: readonly Asset[] };

/**
 * How a recipe is made. A throw fails the job with its code; an abort terminates the runners under it, and their death begins
 * it anew. With a review gate there are two halves: `propose`, which is given the proposal before when it is asked for another
 * one, and `make`, which is given the approved one.
 */
export type Run<R extends Pick<Recipe, 'input' | 'proposal'>> = R['proposal'] extends z.ZodType
  ? InputOf<R> extends { readonly autoApprove: boolean }
    ? ReviewedRun<InputOf<R>, Proposed<R['proposal']>>
    : 'a recipe with a proposal takes autoApprove'
  : { make(context: RunContext, input: InputOf<R>): Promise<RunResult> };

export type ReviewedRun<I, P> = {
  propose(context: RunContext, input: I, before: P | null): Promise<Proposal<P>>;
  make(context: RunContext, input: I, approved: P): Promise<RunResult>;
};

/** A run of any recipe, as the engine sees it once input and proposal are parsed. */
export type AnyRun = {
  propose?(context: RunContext, input: unknown, before: unknown): Promise<Proposal<unknown>>;
  make(context: RunContext, input: unknown, approved: unknown): Promise<RunResult>;
};
