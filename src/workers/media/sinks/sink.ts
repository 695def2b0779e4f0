import type { VideoCodec } from 'mediabunny';
import type { OutputFormat, Quality } from '#core/formats.ts';
import type { PictureColour } from '../picture/colour.ts';
import type { Planes } from '../picture/planes.ts';
import type { AudioPlan } from './audio-samples.ts';
import type { Packet } from './journal.ts';
import type { CreateContainer } from './output-file.ts';

/** A file to be made of the frames of a run. */
export type OutputSpec = {
  /** Its name in the store. */
  readonly file: string;
  /** `mattes` is no media file: it holds the alpha of every frame, small (`matte-file.ts`). */
  readonly format: OutputFormat | 'mattes';
  /** The size of its pictures. Frames for a WebM may be larger: its encoder scales them. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly quality: Quality;
  /** What the pixels of the frames mean, and what the file says of them. */
  readonly colour: PictureColour;
  /** Whether a WebM keeps alpha. A MOV always does, and an MP4 never. */
  readonly hasAlpha: boolean;
  /** What shows through where a file without alpha gets frames with it, `#rrggbb`. */
  readonly background: string;
};

/** A finished picture, wherever it comes from. */
export type OutputFrame = {
  readonly colour: Planes;
  /** Alpha as the luma of a second picture, whose chroma is neutral; null where all of the picture is opaque. */
  readonly alpha: Planes | null;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Whether a key frame costs little here, as another scene begins. */
  readonly isKeyWanted: boolean;
};

/** Takes what an encoder makes; `config` comes with the first packet at least, and says how to decode. */
export type OnPacket = (packet: Packet, config: VideoDecoderConfig | undefined) => void;

/** When a frame is shown, in the time of the result. */
export type FrameTimes = Omit<OutputFrame, 'colour' | 'alpha'>;

/** Turns pictures into packets, in order. */
export interface PictureEncoder {
  /** Resolves when the next frame may come; the frame's buffers are free again then. */
  encode(frame: OutputFrame): Promise<void>;
  /**
   * The same for a frame as a decoder gave it, which is not copied: of the encoder's size, opaque, and of its colours. It stays the
   * caller's to close. Null where only planes will do.
   */
  readonly encodeDecoded: ((frame: VideoFrame, times: FrameTimes) => Promise<void>) | null;
  /** Gives out all that is inside and forgets it: what comes next is encoded as by a new encoder. */
  endSegment(): Promise<void>;
  close(): void;
}

/** What one kind of file is made of. */
export type FileFormat = {
  readonly createContainer: CreateContainer;
  readonly codec: VideoCodec;
  /** Whether packets have alpha beside them. */
  readonly canBeTransparent: boolean;
  /** Whether room for the index is kept in front of the pictures, so that their number has to be known. */
  readonly isIndexInFront: boolean;
  readonly audio: AudioPlan;
  createEncoder(onPacket: OnPacket): PictureEncoder;
};
