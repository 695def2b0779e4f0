import type { InputAudioTrack } from 'mediabunny';
import type { VideoInfo } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { PictureColour } from '../picture/colour.ts';
import type { Planes } from '../picture/planes.ts';

/** A span of the source's own time, in seconds. `isTrimmed` is false when it is simply all there is. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number; readonly isTrimmed: boolean };

/** One decoded picture, upright and in square pixels. Times count from the start of the span. */
export type Frame = {
  readonly planes: Planes;
  /** The source's own alpha, one byte a pixel, where it has one. */
  readonly alpha: Uint8Array | null;
  readonly timestampUs: number;
  readonly durationUs: number;
};

/** Where frames are put: planes of the size that is shown. They change when a frame is taken, so that it is not overwritten. */
export type FrameTarget = { readonly free: Planes };

/** Where temporary files may be written, for as long as the source is open: names that begin with `temporaryName`. */
export type Workplace = { readonly bytes: Bytes; readonly temporaryName: string };

/** An opened video: by WebCodecs, or by ffmpeg what WebCodecs cannot decode. */
export interface Source {
  readonly info: VideoInfo;
  readonly colour: PictureColour;
  /** Where the picture ends by the file's own account; null when it gives none. */
  readonly statedEndSeconds: number | null;
  /** All of it, in its own time; it starts where the first of its tracks does when its clock is arbitrary. */
  readonly whole: Span;
  /**
   * The sound of a span (or of more), as a track that can be decoded here; null, with a warning, when there is sound that cannot.
   * To be called once. `onProgress` hears what share of it is done while that takes its time.
   */
  openAudio(span: Span, workplace: Workplace, onProgress: (share: number) => void): Promise<InputAudioTrack | null>;
  /**
   * Decodes in order of presentation, each frame into `target.free` as it is when the frame is asked for. With `fromUs` it begins
   * late: with the frame of that time, or a few before it.
   */
  frames(span: Span, target: FrameTarget, fromUs?: number): AsyncGenerator<Frame, void>;
  /** When the key frame before a time of the span `whole` is shown, from the start of that span; null where that is not known. */
  keyFrameAt(seconds: number): Promise<number | null>;
  /** Frees decoders and removes temporary files. */
  close(): Promise<void>;
}

/** What a source reports on the way that does not stop it: "the sound was dropped", "the file breaks off". */
export type Warn = (sentence: string) => void;
