import type { StageState } from '../model/cut-out-checkpoint.ts';
import type { OutputFormat, Quality } from '../model/formats.ts';
import { Failure } from '../lib/failure.ts';
import type { RunnableModel } from '../model/models.ts';
import type { Picture } from '../lib/picture.ts';

/**
 * Interfaces of the heavy workers. Videos are not passed between threads: a runner receives file names, opens the files itself and
 * writes new files. Only small images for models, and numbers, are passed.
 */

/** The result of probing a file: full metadata of a video or audio file; of an image, only its kind and format. */
export type MediaInfo =
  | VideoInfo
  | SoundInfo
  /** `container` is the common name of the format: PNG, JPEG. */
  | { readonly kind: 'picture'; readonly container: string };

/** An audio file without video. */
export type SoundInfo = {
  readonly kind: 'sound';
  readonly container: string;
  readonly durationSeconds: number;
  readonly audio: AudioInfo;
};

type AudioInfo = { readonly codec: string; readonly channels: number; readonly sampleRate: number };

/** Times in seconds, sizes in square display pixels after rotation. */
export type VideoInfo = {
  readonly kind: 'video';
  readonly container: string;
  readonly durationSeconds: number;
  readonly video: {
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly frameRate: number;
    readonly rotation: number;
  };
  readonly audio: AudioInfo | null;
};

export type CutOutOptions = {
  readonly inputFile: string;
  /** The name of the file to write, in `format`. */
  readonly outputFile: string;
  /** The name of a VP9-alpha WebM to write in addition, as `chooseProxy` defines it; null if `format` is webm. */
  readonly proxyFile: string | null;
  /** The name of a file for small alpha mattes of every frame, which `placeText` reads; null if they are not needed. */
  readonly mattesFile: string | null;
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** The weight of earlier frames in the moving average of the matte, 0 (none) to 100 (heavy). */
  readonly smoothing: number;
  readonly trim: { readonly startSeconds: number; readonly endSeconds: number } | null;
  /** The background of an mp4, `#rrggbb`. */
  readonly green: string;
  readonly edge: { readonly shiftPx: number; readonly featherPx: number; readonly decontaminate: boolean };
  readonly isWatermarked: boolean;
  /** Whether the result has no audio. */
  readonly isSilent: boolean;
  /** The audio track to keep; absent for the default one. */
  readonly audioTrack?: number;
  /** The open models that decide whether there is a subject; empty if the mattes themselves decide. */
  readonly judges: readonly Pick<ModelInput, 'modelId' | 'width' | 'height'>[];
};

/** The progress of a runner's current call. */
export type RunnerProgress = {
  /** The current step, in one or two words: "Reading", "Removing background", "Rendering". */
  readonly stage: string;
  /** The completed share of the call, 0..1. */
  readonly fraction: number;
  readonly etaSeconds: number | null;
  readonly framesPerSecond: number | null;
  /** The number of completed frames, including those before a checkpoint. */
  readonly framesDone: number;
  /** A small WebP of the newest frame, with its alpha, as a data URL; about once a second. */
  readonly snapshot?: string;
};

export type CutOutResult = {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly frameRate: number;
  readonly frameCount: number;
  readonly hasAudio: boolean;
  /** The mean share of the frame that the subject covers, 0..1. */
  readonly coverage: number;
  readonly warnings: readonly string[];
};

/** The callbacks of a runner. */
export type RunnerHooks<Checkpoint> = {
  readonly onProgress: (progress: RunnerProgress) => void;
  /** Called with a checkpoint from which the work can resume; resolves when the checkpoint is stored. */
  readonly onCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
};

/** The callbacks of an analysis. */
export type AnalysisHooks = { readonly onProgress: (progress: RunnerProgress) => void };

/** The callbacks of a probe. */
export type ProbeHooks = {
  /** Called when the app starts and stops loading parts of itself for the file: that time does not count for the file. */
  readonly onStarting: (isStarting: boolean) => void;
};

/** A matte: one byte per pixel, 0 is background, 255 is subject. */
export type Matte = { readonly width: number; readonly height: number; readonly alpha: Uint8Array };

/**
 * The models to open, in the variant that suits a source of `width` by `height` at `quality`. Several models form an ensemble: they
 * are light models, at `best`.
 */
export type LoadRequest = {
  readonly models: readonly RunnableModel[];
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
};

/** The input of an open model, or of an ensemble. */
export type ModelInput = {
  /** The id of the model; for an ensemble, the ids joined by `+`. */
  readonly modelId: string;
  readonly width: number;
  readonly height: number;
  /** True if the model keeps its own state from frame to frame, so that no moving average is needed. */
  readonly isRecurrent: boolean;
  /** The SHA-256 of the models' files in hex. */
  readonly filesSha256: readonly string[];
};

/** An open model that processes the frames of one clip, in order. */
export interface ClipMatting {
  /** Returns the matte of an image. Both have the size that the model's `load` returned. */
  matte(picture: Picture): Promise<Matte>;
  /** Discards the state of earlier frames: at a scene cut and at the start of a clip. */
  reset(): Promise<void>;
  /** Returns the state before the next frame. */
  save(): Promise<StageState>;
  /** Restores a state that the same model saved at the same size. */
  restore(state: StageState): Promise<void>;
}

/**
 * Inference with several models, by their ids. Errors: MODEL_UNREACHABLE, MODEL_UNUSABLE and INTERNAL, with a message that names
 * the model.
 */
export interface MattingRunner {
  /**
   * Loads the runtime for `model`, the first one of the next `load`, while the video is not open yet. `load` waits for the runtime, and
   * reports its failure.
   */
  prepare(model: RunnableModel): Promise<void>;
  /**
   * Opens these models, each without state, and closes all others. A model that is open from the same files is not read again. The
   * sha256 of each file is checked. If one model cannot be opened, all are closed. The results have the order of `requests`.
   */
  load(requests: readonly LoadRequest[]): Promise<ModelInput[]>;
  /** Returns the matte of an image of the size that `load` returned for the model. Call it with the frames in order. */
  matte(modelId: string, picture: Picture): Promise<Matte>;
  /** Discards the model's state: at a scene cut and at the start of a clip. */
  reset(modelId: string): Promise<void>;
  /** Returns the model's state before its next frame. */
  save(modelId: string): Promise<StageState>;
  /** Restores a state that the same model saved at the same size. */
  restore(modelId: string, state: StageState): Promise<void>;
}

/** Opens the model or ensemble of one request and closes all others. */
export async function loadOne<T extends ModelInput>(
  matting: { load(requests: readonly LoadRequest[]): Promise<readonly T[]> },
  request: LoadRequest,
): Promise<T> {
  const [input] = await matting.load([request]);
  if (!input) {
    throw new Failure('INTERNAL', {
      message: `${request.models.map(({ entry }) => entry.name).join(', ')}: could not be opened.`,
    });
  }
  return input;
}
