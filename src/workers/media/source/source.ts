import type { VideoInfo } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import type { PictureColour } from '../picture/colour.ts';
import type { Planes } from '../picture/planes.ts';

/** A span of a source, in seconds from the start of its file. `isTrimmed` is false when it is the whole file. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number; readonly isTrimmed: boolean };

/** One decoded picture, upright and in square pixels. Times count from the start of the span. */
export type Frame = {
  readonly planes: Planes;
  /** The source's own alpha, one byte a pixel, where it has one. */
  readonly alpha: Uint8Array | null;
  readonly timestampUs: number;
  readonly durationUs: number;
};

/** A decoded picture that was not read yet, so that who does not look at its pixels does not pay for them. To be closed. */
export interface DecodedPicture {
  /** Times count from the start of the span. */
  readonly timestampUs: number;
  readonly durationUs: number;
  /**
   * Puts it upright and in square pixels into `target`, which has the size that is shown. Answers its own alpha as `Frame` has it, which
   * is valid until the next picture is read.
   */
  read(target: Planes): Promise<Uint8Array | null>;
  /** The decoder's frame, where it shows exactly what `read` gives; else null. To be closed by the caller. */
  toVideoFrame(): VideoFrame | null;
  close(): void;
}

/** Where frames are put: planes of the size that is shown. They change when a frame is taken, so that it is not overwritten. */
export type FrameTarget = { readonly free: Planes };

/** Where temporary files may be written, for as long as the source is open: names that begin with `temporaryName`. */
export type Workplace = { readonly bytes: Scratch; readonly temporaryName: string };

/** What is needed of the store's files for that. */
export type Scratch = Pick<Bytes, 'create' | 'read' | 'remove'>;

/** An opened video: by WebCodecs, or by ffmpeg what WebCodecs cannot decode. */
export interface Source {
  readonly info: VideoInfo;
  readonly colour: PictureColour;
  /** The end of the picture that the file states, in seconds from its start; null when it states none. */
  readonly statedEndSeconds: number | null;
  /** The whole file: from 0, where the first of its tracks starts, to its duration. */
  readonly whole: Span;
  /**
   * Opens the audio of a span (or of more). Null when there is none, and, with a warning, when it cannot be decoded. Call it once.
   * `onProgress` is called with the share that is done, from 0 to 1, while ffmpeg extracts the audio. `audioTrack` is the number of the
   * track among all audio tracks of the file; null for the default one. Throws VALIDATION_FAILED where there is no such track.
   */
  openAudio(
    span: Span,
    workplace: Workplace,
    onProgress: (share: number) => void,
    audioTrack?: number | null,
  ): Promise<SoundSource | null>;
  /** Decodes in order of presentation. With `fromUs` it begins late: with the picture of that time, or a few before it. */
  pictures(span: Span, fromUs?: number): AsyncGenerator<DecodedPicture, void>;
  /** When the key frame before a time is shown; both in seconds from the start of the file. Null where that is not known. */
  keyFrameAt(seconds: number): Promise<number | null>;
  /** When each picture is shown, in seconds from the start of the file and in order; null where only decoding would tell. */
  times(): Promise<number[] | null>;
  /** Frees decoders and removes temporary files. */
  close(): Promise<void>;
}

/** What a source reports on the way that does not stop it: "the sound was dropped", "the file breaks off". */
export type Warn = (sentence: string) => void;

/** Reads pictures one by one, each into `target.free` as it is when the frame is asked for. */
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
