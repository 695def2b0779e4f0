import type * as z from 'zod';
import type { DetectorOpener, Detectors, FaceDetector, VoiceDetector } from '../analysis/detection.ts';
import type { Canvas } from '../model/canvas-rows.ts';
import type { RunnableModel } from '../model/models.ts';
import type { InputOf, Proposed, Recipe } from './operation.ts';
import type { Asset, Job } from '../model/records.ts';
import type { MediaRunner } from './media-ports.ts';
import type { MattingRunner } from './runners.ts';
import type { TimelineDocument } from '../timeline/document.ts';

/**
 * The port between the engine and the recipes' runs: recipes implement it and the engine calls it, so that neither imports the other.
 * A run gets everything that it may use as its context.
 */

/** The progress of a running job. */
export type JobProgress = Partial<
  Pick<Job, 'stage' | 'progress' | 'etaSeconds' | 'framesPerSecond' | 'framesDone' | 'snapshot'>
>;

/** A file that a run writes. Its asset has the same id if the file becomes one. */
export type MadeFile = { readonly assetId: string; readonly file: string };

/** The fields of an asset in addition to its file, whose size is read from it. */
type AssetFacts = Pick<Asset, 'kind' | 'name' | 'extension' | 'mimeType'>;

/**
 * One part of a run's work that the next attempt can resume, such as an analysis or a render. `basis` is everything that it
 * depends on; with another basis it starts again.
 */
export type Step = {
  /** The notes of an earlier attempt; undefined for a new start. */
  readonly notes: unknown;
  /** Whether an earlier attempt has completed it, so that its files are complete. */
  readonly isDone: boolean;
  /** Returns the file of this role: a new one, or that of the previous attempt. It is not garbage-collected during the run. */
  readonly file: (role: string, extension: string) => MadeFile;
  /** Writes a checkpoint. Its files are kept for the next attempt. */
  readonly keep: (notes: unknown) => Promise<void>;
  /** Writes a final checkpoint, after which its files are complete. */
  readonly finish: (notes: unknown) => Promise<void>;
};

/** The media worker with the capabilities that a module calls: `Media<FileProber & Renderer>`. */
export type Media<Port> = { readonly media: Port };

/** The matting worker. */
export type Matting = { readonly matting: MattingRunner };

/** The detection worker with the detector that a module calls. */
export type Detection<Detector> = { readonly detection: DetectorOpener & Detector };

/** All heavy workers. */
export type Runners = Media<MediaRunner> & Matting & Detection<VoiceDetector & FaceDetector>;

/**
 * The context of a run: its job, the rows of its materials, its models, the runners, and names for its files. `Workers` are
 * the workers that a module calls, usually few: `RunContext<Media<Renderer>>`.
 */
export type RunContext<Workers = unknown> = {
  readonly job: Job;
  /** The rows of the materials, in the order of the recipe's `materials`. */
  readonly materials: readonly Asset[];
  /** The matting models, in the order of the recipe's `models`. The models of an ensemble are adjacent. */
  readonly models: readonly RunnableModel[];
  /** The installed detectors that the recipe can use; see `recipes/run-helpers/with-detector.ts`. */
  readonly detectors: Detectors;
  readonly runners: Workers;
  /** The canvas document that was frozen when the job was queued. Throws INTERNAL for a job without one. */
  readonly readDocument: () => Promise<TimelineDocument>;
  readonly step: (name: string, basis: string) => Step;
  /** Returns the row of a written file, whose size is read from the file. */
  readonly toAsset: (made: MadeFile & AssetFacts) => Promise<Asset>;
  /** Writes a small text file as UTF-8. */
  readonly writeText: (made: MadeFile, text: string) => Promise<void>;
  /** Throws STORAGE_FULL, which names `neededBytes`, if not even `minBytes` of them fit. */
  readonly requireRoom: (neededBytes: number, minBytes: number) => Promise<void>;
  readonly report: (progress: JobProgress) => void;
};

export type RunResult = {
  /** All written files; `resultId` names the requested one. */
  readonly assets: readonly Asset[];
  readonly resultId: string;
  /** The editable timeline of the result; null if there is none, as for an export. */
  readonly document: Canvas['document'] | null;
  readonly warnings: string[];
  /** Duration of the result in seconds, for the estimate of the next run. */
  readonly durationSeconds: number;
};

/** A proposal that a user reviews before the result is rendered. */
export type Proposal<P> = {
  readonly proposal: P;
  /** Preview images, at times of the source in seconds. */
  readonly previews: readonly { readonly atSeconds: number; readonly asset: Asset }[];
  /** The canvas of its result, so that a page can play an edited proposal; see `recipes/run-helpers/draft-canvas.ts`. */
  readonly draft?: DraftCanvas;
  readonly warnings: string[];
};

/** A canvas that does not exist yet: the file of its document, and the created files that it names in addition to the materials. */
export type DraftCanvas = { readonly document: Asset; readonly parts: readonly Asset[] };

/**
 * The run of a recipe. An error fails the job with its code; an abort terminates its runners. If a runner stops, the run starts
 * again from its checkpoint. With a review gate there are two steps: `propose`, which receives the previous proposal after a
 * regenerate, and `make`, which receives the approved one. `Workers` are the workers that the run calls.
 */
export type Run<R extends Pick<Recipe, 'input' | 'proposal'>, Workers = unknown> = R['proposal'] extends z.ZodType
  ? InputOf<R> extends { readonly autoApprove: boolean }
    ? ReviewedRun<InputOf<R>, Proposed<R['proposal']>, Workers>
    : 'a recipe with a proposal needs autoApprove'
  : { make(context: RunContext<Workers>, input: InputOf<R>): Promise<RunResult> };

export type ReviewedRun<I, P, Workers = unknown> = {
  propose(context: RunContext<Workers>, input: I, before: P | null): Promise<Proposal<P>>;
  make(context: RunContext<Workers>, input: I, approved: P): Promise<RunResult>;
};

/** A run of any recipe, as the engine calls it with parsed input and proposal. */
export type AnyRun = {
  propose?(context: RunContext<Runners>, input: unknown, before: unknown): Promise<Proposal<unknown>>;
  make(context: RunContext<Runners>, input: unknown, approved: unknown): Promise<RunResult>;
};
