import type { BedOptions } from '../analysis/bed.ts';
import type { CutPicture } from '../analysis/cut-picture.ts';
import type { FaceDetector, VoiceDetector } from '../analysis/detection.ts';
import type { Footage } from '../analysis/footage.ts';
import type { NoRhythm, Rhythm } from '../analysis/rhythm.ts';
import type { ShotList } from '../analysis/shots.ts';
import type { SoundLevels } from '../analysis/sound-levels.ts';
import type { TextLines, TextToBreak } from '../analysis/text-lines.ts';
import type { TextPlacement, TextPlacementOptions } from '../analysis/text-placement.ts';
import type { FindTargetOptions, FoundTarget, TrackOptions, TrackPoint } from '../analysis/track.ts';
import type { CutOutCheckpoint } from '../model/cut-out-checkpoint.ts';
import type { SoundEffect } from '../model/sound-effects.ts';
import type { RenderCheckpoint, RenderOptions, RenderResult, StillsOptions } from '../timeline/render.ts';
import type {
  AnalysisHooks,
  CutOutOptions,
  CutOutResult,
  LoadRequest,
  MattingRunner,
  MediaInfo,
  ModelInput,
  ProbeHooks,
  RunnerHooks,
} from './runners.ts';

/**
 * The media worker, which demuxes, decodes, refines, encodes and muxes. Each interface below is one of its capabilities: a module
 * asks only for those that it calls, and a test implements only these. Errors: UNSUPPORTED_MEDIA, NO_SUBJECT, STORAGE_FULL, INTERNAL.
 */
export type MediaRunner = FileProber &
  CutOutMaker &
  Renderer &
  StillsRenderer &
  ShotFinder &
  FootageAnalyzer &
  MotionAnalyzer &
  TargetTracker &
  AudioAnalyzer &
  BeatDetector &
  AudioSynthesizer &
  CutPainter &
  TextMeasurer &
  TextPlacer;

export interface FileProber {
  /** Probes a file. Throws UNSUPPORTED_MEDIA, with a sentence that gives the reason, for a file that cannot be used here. */
  probe(inputFile: string, hooks?: ProbeHooks): Promise<MediaInfo>;
}

export interface CutOutMaker {
  /**
   * Tries the encoders of a cutout of the video that was probed last, while its models are loaded. A failure is reported by
   * `cutOut`.
   */
  prepareCutOut(options: CutOutOptions): Promise<void>;
  /**
   * Creates a cutout. `matting` already has the model open; `modelInput` is the result of its `load`. `from` is a checkpoint of an
   * earlier call with the same options, whose files still exist: the result is the same as without the interruption.
   */
  cutOut(
    options: CutOutOptions,
    modelInput: ModelInput,
    matting: Omit<MattingRunner, 'load' | 'prepare'>,
    hooks: RunnerHooks<CutOutCheckpoint>,
    from: CutOutCheckpoint | null,
  ): Promise<CutOutResult>;
}

export interface Renderer {
  /** Renders a canvas to a file. `from` is as in `cutOut`. Content that cannot be rendered is a warning and a gap. */
  render(
    options: RenderOptions,
    hooks: RunnerHooks<RenderCheckpoint>,
    from: RenderCheckpoint | null,
  ): Promise<RenderResult>;
}

export interface StillsRenderer {
  /** Writes frames of a canvas as PNG; drawing them together is faster than one after the other. */
  drawStills(options: StillsOptions): Promise<void>;
}

export interface ShotFinder {
  /** Returns the shots of a video, which are separated by cuts, dissolves and fades through black. */
  shots(inputFile: string, hooks: AnalysisHooks): Promise<ShotList>;
}

export interface FootageAnalyzer {
  /** Analyzes the content of a video or an image: its shots, with quality measurements over time. */
  survey(
    inputFile: string,
    kind: 'video' | 'picture',
    faces: FaceDetector | null,
    hooks: AnalysisHooks,
  ): Promise<Footage>;
}

export interface MotionAnalyzer {
  /** Returns the timestamps of the frames of a video, in seconds from its start, in order; null if they require decoding. */
  frameTimes(inputFile: string): Promise<Float64Array | null>;
  /** Measures the motion in spans of a video: the largest share (0..1) of pixels that change within 0.2 s. */
  measureMotion(
    inputFile: string,
    spans: readonly { readonly startSeconds: number; readonly endSeconds: number }[],
    hooks: AnalysisHooks,
  ): Promise<number[]>;
}

export interface TargetTracker {
  /** Returns the position of a target in every frame of a window, with the source's timestamps. */
  track(options: TrackOptions, hooks: AnalysisHooks): Promise<TrackPoint[]>;
  /**
   * Finds a target to track: a face, by the detector or the top of a person's matte, or else a salient object. Returns null if
   * there is no such target. `matting` opens the models of `mattes` if no face is found; without `mattes` this step is skipped.
   */
  findTarget(
    options: FindTargetOptions,
    mattes: LoadRequest | null,
    matting: MattingRunner,
    faces: FaceDetector | null,
    hooks: AnalysisHooks,
  ): Promise<FoundTarget | null>;
}

export interface AudioAnalyzer {
  /**
   * Writes the audio levels of a file to another file. Returns false if it has no audio. `durationSeconds` is for the progress.
   * Throws UNSUPPORTED_MEDIA for audio that cannot be decoded.
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
  /** Reads the audio levels that `measureSound` wrote. */
  readLevels(levelsFile: string): Promise<SoundLevels>;
}

export interface BeatDetector {
  /**
   * Detects the beats of an audio track of an audio file or a video, with a given tempo if it is known. `audioTrack` is null or
   * absent for the default track.
   */
  rhythm(
    inputFile: string,
    bpm: number | null,
    hooks: AnalysisHooks,
    audioTrack?: number | null,
  ): Promise<Rhythm | NoRhythm>;
}

export interface AudioSynthesizer {
  /** Composes music, and writes it as a stereo WAV at -14 LUFS. */
  composeBed(outputFile: string, options: BedOptions, hooks: AnalysisHooks): Promise<void>;
  /** Synthesizes sound effects into a WAV file. */
  writeEffects(effects: readonly SoundEffect[], outputFile: string): Promise<void>;
}

export interface CutPainter {
  /**
   * Draws the proposed cuts of a video or an audio file, with the levels that `measureSound` wrote. `inputFile` is the video whose
   * frames are shown; null for an audio file.
   */
  drawCuts(inputFile: string | null, levelsFile: string, pictures: readonly CutPicture[]): Promise<void>;
}

export interface TextMeasurer {
  /** Breaks texts into lines and measures them exactly as a render does. */
  breakTexts(texts: readonly TextToBreak[]): Promise<TextLines[]>;
}

export interface TextPlacer {
  /** Finds a position for text behind the subject, or measures a given one. Throws SUBJECT_FILLS_FRAME if there is no position. */
  placeText(options: TextPlacementOptions): Promise<TextPlacement>;
}
