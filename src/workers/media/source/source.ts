import type { VideoInfo } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import type { PictureColour } from '../picture/colour.ts';
import type { Planes } from '../picture/planes.ts';

/** A span of a source, in seconds from the start of its file. `isTrimmed` is false for the whole file. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number; readonly isTrimmed: boolean };

/** A decoded frame, in its displayed orientation and in square pixels. Times are relative to the start of the span. */
export type Frame = {
  readonly planes: Planes;
  /** The source's own alpha, one byte per pixel, if it has one. */
  readonly alpha: Uint8Array | null;
  readonly timestampUs: number;
  readonly durationUs: number;
};

/** A decoded frame whose pixels are only read on demand, to save time. Must be closed. */
export interface DecodedPicture {
  /** Relative to the start of the span. */
  readonly timestampUs: number;
  readonly durationUs: number;
  /**
   * Reads the frame, in its displayed orientation and in square pixels, into `target`, which has the displayed size. Returns its
   * own alpha like `Frame`, which is valid until the next frame is read.
   */
  read(target: Planes): Promise<Uint8Array | null>;
  /** Returns the decoder's frame if it shows exactly the result of `read`; else null. The caller must close it. */
  toVideoFrame(): VideoFrame | null;
  close(): void;
}

/** The destination of frames: planes of the displayed size. They change when a frame is taken, so that it is not overwritten. */
export type FrameTarget = { readonly free: Planes };

/** The place for temporary files while the source is open: their names begin with `temporaryName`. */
export type Workplace = { readonly bytes: Scratch; readonly temporaryName: string };

/** The file operations of the store that temporary files need. */
export type Scratch = Pick<Bytes, 'create' | 'read' | 'remove'>;

/** An open video, decoded by WebCodecs, or by ffmpeg if WebCodecs cannot decode it. */
export interface Source {
  readonly info: VideoInfo;
  readonly colour: PictureColour;
  /** The stated end of the video, in seconds from its start; null if it is not stated. */
  readonly statedEndSeconds: number | null;
  /** The whole file: from 0, where the first of its tracks starts, to its duration. */
  readonly whole: Span;
  /**
   * Opens the audio of a span (or of more). Null if there is none, and, with a warning, if it cannot be decoded. Must be called at
   * most once. `onProgress` is called with the share that is done, from 0 to 1, while ffmpeg extracts the audio. `audioTrack` is
   * the number of the track among all audio tracks of the file; null for the default one. Throws VALIDATION_FAILED if there is no
   * such track.
   */
  openAudio(
    span: Span,
    workplace: Workplace,
    onProgress: (share: number) => void,
    audioTrack?: number | null,
  ): Promise<SoundSource | null>;
  /** Decodes in order of presentation. With `fromUs` it begins late: with the frame of that time, or a few before it. */
  pictures(span: Span, fromUs?: number): AsyncGenerator<DecodedPicture, void>;
  /** Returns the timestamp of the key frame before a time; both in seconds from the start of the file. Null if it is unknown. */
  keyFrameAt(seconds: number): Promise<number | null>;
  /**
   * Returns the timestamp of each frame, in seconds from the start of the file and in order; null if only decoding can determine
   * them.
   */
  times(): Promise<number[] | null>;
  /** Releases decoders and removes temporary files. */
  close(): Promise<void>;
}

/** Reports a problem that does not stop the source, such as missing audio or a file that ends early. */
export type Warn = (sentence: string) => void;

/** Reads frames one by one, each into the `target.free` at the time of the request. */
export async function* readFrames(
  pictures: AsyncGenerator<DecodedPicture, void>,
  target: FrameTarget,
): AsyncGenerator<Frame, void> {
  for await (const picture of pictures) {
    const planes = target.free;
    const alpha = await picture.read(planes);
    const { timestampUs, durationUs } = picture;
    picture.close();
    // Frames wait for their matte while later ones are read.
    yield { planes, alpha: alpha && alpha.slice(), timestampUs, durationUs };
  }
}
