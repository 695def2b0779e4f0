import type { BedOptions } from './analysis/bed.ts';
import type { Footage } from './analysis/footage.ts';
import type { NoRhythm, Rhythm } from './analysis/rhythm.ts';
import type { ShotList } from './analysis/shots.ts';
import type { DetectionRunner, FaceDetector, VoiceDetector } from './analysis/detection.ts';
import type { CutPicture } from './analysis/cut-picture.ts';
import type { SoundLevels } from './analysis/sound-levels.ts';
import type { TextPlacement, TextPlacementOptions } from './analysis/text-placement.ts';
import type { TextLines, TextToBreak } from './analysis/text-lines.ts';
import type { FindTargetOptions, FoundTarget, TrackOptions, TrackPoint } from './analysis/track.ts';
import type { CutOutCheckpoint, StageState } from './cut-out-checkpoint.ts';
import type { OutputFormat, Quality } from './formats.ts';
import { Failure } from './failure.ts';
import type { RunnableModel } from './models.ts';
import type { SoundEffect } from './sound-effects.ts';
import type { RenderCheckpoint, RenderOptions, RenderResult, StillsOptions } from './timeline/render.ts';
import type { Picture } from './picture.ts';

/**
 * Ports of the heavy workers. No video crosses a thread: a runner gets file names, opens the bytes itself and writes new
 * files. Only small pictures for the model, and numbers, are passed.
 */

/** What the probe of a file says: all about a video or a sound, and of a picture no more than that it is one. */
export type MediaInfo =
  | VideoInfo
  | SoundInfo
  /** `container` is how people call the format: PNG, JPEG. */
  | { readonly kind: 'picture'; readonly container: string };

/** A sound without pictures. */
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
  /** The name of a VP9-alpha WebM to write beside it, as `proxyOf` says; null when `format` is webm. */
  readonly proxyFile: string | null;
  /** The name of a file to write the alpha of every frame to, small, as `placeText` reads it; null where nobody asks for it. */
  readonly mattesFile: string | null;
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** 0 (none) to 100 (heavy): the weight of the past in the moving average of the matte. */
  readonly smoothing: number;
  readonly trim: { readonly startSeconds: number; readonly endSeconds: number } | null;
  /** Background of mp4, `#rrggbb`. */
  readonly green: string;
  readonly edge: { readonly shiftPx: number; readonly featherPx: number; readonly decontaminate: boolean };
  readonly isWatermarked: boolean;
  /** Whether the sound is left out. */
  readonly isSilent: boolean;
  /** The audio track to keep; absent for the default one. */
  readonly audioTrack?: number;
  /** The open models that say whether there is a subject; empty where the mattes themselves say so. */
  readonly judges: readonly Pick<ModelInput, 'modelId' | 'width' | 'height'>[];
};

/** How far a runner is with what it was asked for. */
export type RunnerProgress = {
  /** What is being done, in one or two words: "Reading", "Cutting", "Writing". */
  readonly stage: string;
  /** 0..1 of the whole. */
  readonly fraction: number;
  readonly etaSeconds: number | null;
  readonly framesPerSecond: number | null;
  /** Frames that are done, those before a checkpoint included. */
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
  /** Mean share of the picture that is subject, 0..1. */
  readonly coverage: number;
  readonly warnings: readonly string[];
};

/** What a runner tells while it works. */
export type RunnerHooks<Checkpoint> = {
  readonly onProgress: (progress: RunnerProgress) => void;
  /** The work can go on from here another time; resolves when that is written down. */
  readonly onCheckpoint: (checkpoint: Checkpoint) => Promise<void>;
};

/** What an analysis tells while it works. */
export type AnalysisHooks = { readonly onProgress: (progress: RunnerProgress) => void };

/** What a probe tells while it lasts. */
export type ProbeHooks = {
  /** Parts of the product that the file needs are being fetched and started, or no longer: that time is not the file's. */
  readonly onStarting: (isStarting: boolean) => void;
};

/** Demux, decode, refine, encode, mux. Failures: UNSUPPORTED_MEDIA, NO_SUBJECT, STORAGE_FULL, INTERNAL. */
export interface MediaRunner {
  /** Throws UNSUPPORTED_MEDIA, with a sentence that says what is wrong, for a file that cannot be used here. */
  probe(inputFile: string, hooks?: ProbeHooks): Promise<MediaInfo>;
  /**
   * `matting` has the model open already; `modelInput` is what its `load` answered. `from` is a checkpoint
   * of an earlier call with the same options, whose files are still there: the result is the same as if that call had gone on.
   */
  cutOut(
    options: CutOutOptions,
    modelInput: ModelInput,
    matting: Omit<MattingRunner, 'load'>,
    hooks: RunnerHooks<CutOutCheckpoint>,
    from: CutOutCheckpoint | null,
  ): Promise<CutOutResult>;
  /** Makes a file of a canvas. `from` is as in `cutOut`. What cannot be shown or heard is a warning and a gap. */
  render(
    options: RenderOptions,
    hooks: RunnerHooks<RenderCheckpoint>,
    from: RenderCheckpoint | null,
  ): Promise<RenderResult>;
  /** The shots of a video: where it is cut, dissolved or faded through black. */
  shots(inputFile: string, hooks: AnalysisHooks): Promise<ShotList>;
  /** What there is to be seen in a video or a picture: its shots, and how good each is at what time. */
  survey(
    inputFile: string,
    kind: 'video' | 'picture',
    faces: FaceDetector | null,
    hooks: AnalysisHooks,
  ): Promise<Footage>;
  /**
   * Finds the beats of an audio track of a sound or a video, at a tempo where it is known. `audioTrack` is null or absent for the
   * default track.
   */
  rhythm(
    inputFile: string,
    bpm: number | null,
    hooks: AnalysisHooks,
    audioTrack?: number | null,
  ): Promise<Rhythm | NoRhythm>;
  /** Composes music, and writes it as a WAV of two channels at -14 LUFS. */
  composeBed(outputFile: string, options: BedOptions, hooks: AnalysisHooks): Promise<void>;
  /**
   * Writes the levels of a file's sound to another file; false where it has no sound. `durationSeconds` is for the progress. Throws
   * UNSUPPORTED_MEDIA for sound that cannot be decoded.
   */
  measureSound(
    files: {
      readonly inputFile: string;
      readonly audioTrack?: number | null;
      readonly outputFile: string;
      readonly durationSeconds: number;
    },
    voice: VoiceDetector | null,
    hooks: AnalysisHooks,
  ): Promise<boolean>;
  /** Reads levels that were written. */
  readLevels(levelsFile: string): Promise<SoundLevels>;
  /** When each picture of a video is shown, in seconds from its start and in order; null where only decoding would tell. */
  frameTimes(inputFile: string): Promise<Float64Array | null>;
  /** How much moves in each of some spans of a video: the largest share (0..1) of pixels that change within 0.2 s. */
  measureMotion(
    inputFile: string,
    spans: readonly { readonly startSeconds: number; readonly endSeconds: number }[],
    hooks: AnalysisHooks,
  ): Promise<number[]>;
  /**
   * Draws what would be cut out of a video or a sound, with the levels that were written of its sound. `inputFile` is the video whose
   * frames are shown; null for a sound, which has none.
   */
  drawCuts(inputFile: string | null, levelsFile: string, pictures: readonly CutPicture[]): Promise<void>;
  /** Where a target is at every frame of a window, by the source's own times. */
  track(options: TrackOptions, hooks: AnalysisHooks): Promise<TrackPoint[]>;
  /**
   * What to follow where nobody has said it: a face, by the detector or the top of a person's matte, or else what stands out.
   * Null where there is no such thing. `matting` opens the models of `mattes` where no face is found; without them there are none.
   */
  findTarget(
    options: FindTargetOptions,
    mattes: LoadRequest | null,
    matting: MattingRunner,
    faces: FaceDetector | null,
    hooks: AnalysisHooks,
  ): Promise<FoundTarget | null>;
  /** The lines of texts, as they are broken and measured when they are drawn. */
  breakTexts(texts: readonly TextToBreak[]): Promise<TextLines[]>;
  /** Synthesises sounds into a WAV file. */
  writeEffects(effects: readonly SoundEffect[], outputFile: string): Promise<void>;
  /** Writes frames of a canvas as PNG; to draw them together takes less than one after the other. */
  drawStills(options: StillsOptions): Promise<void>;
  /** Finds a place for text behind the subject, or measures the one that is kept. Throws SUBJECT_FILLS_FRAME where there is none. */
  placeText(options: TextPlacementOptions): Promise<TextPlacement>;
}

/** A matte: one byte a pixel, 0 is background, 255 is subject. */
export type Matte = { readonly width: number; readonly height: number; readonly alpha: Uint8Array };

/**
 * A model to open, in the variant that suits a source of `width` by `height` at `quality`. Several models make each matte
 * together; they are light ones, at `best`.
 */
export type LoadRequest = {
  readonly models: readonly RunnableModel[];
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
};

/** The pictures that an open model takes, or several that make each matte together. */
export type ModelInput = {
  /** Of several models: their ids, joined by `+`. */
  readonly modelId: string;
  readonly width: number;
  readonly height: number;
  /** True when the model carries its own memory from frame to frame, so that no moving average is needed. */
  readonly isRecurrent: boolean;
  /** SHA-256 of the models' files, hex. */
  readonly filesSha256: readonly string[];
};

/** An open model at work on the frames of one clip, in order. */
export interface ClipMatting {
  /** `picture` has the size that the model's `load` gave; the matte has the same. */
  matte(picture: Picture): Promise<Matte>;
  /** Forgets the frames before: at a scene cut and at the start of a clip. */
  reset(): Promise<void>;
  /** What is kept of the frames before, as the next frame would see it. */
  save(): Promise<StageState>;
  /** Puts a state back that the same model saved at the same size. */
  restore(state: StageState): Promise<void>;
}

/**
 * Inference with several models, by their ids. Failures: MODEL_UNREACHABLE, MODEL_UNUSABLE and INTERNAL, with a message that
 * names the model.
 */
export interface MattingRunner {
  /**
   * Opens these models, each with no past, and closes all others. What is open in the same files is not read again. Files
   * are checked against their sha256. When one cannot be opened, none stays open. The answers are in the order of `requests`.
   */
  load(requests: readonly LoadRequest[]): Promise<ModelInput[]>;
  /** `picture` has the size that `load` gave for the model. The frames of a model come in order. */
  matte(modelId: string, picture: Picture): Promise<Matte>;
  /** Forgets the model's past: at a scene cut and at the start of a clip. */
  reset(modelId: string): Promise<void>;
  /** The model's past, as its next frame would see it. */
  save(modelId: string): Promise<StageState>;
  /** Puts a past back that the same model saved at the same size. */
  restore(modelId: string, state: StageState): Promise<void>;
}

/** Opens what makes one matte and closes everything else. */
export async function loadOne<T extends ModelInput>(
  matting: { load(requests: readonly LoadRequest[]): Promise<readonly T[]> },
  request: LoadRequest,
): Promise<T> {
  const [input] = await matting.load([request]);
  if (!input) {
    throw new Failure('INTERNAL', {
      message: `${request.models.map(({ entry }) => entry.name).join(', ')}: not opened.`,
    });
  }
  return input;
}

export type Runners = {
  readonly media: MediaRunner;
  readonly matting: MattingRunner;
  readonly detection: DetectionRunner;
};
