import type { VideoCodec } from 'mediabunny';
import type { OutputFormat, Quality } from '#core/model/formats.ts';
import type { PictureColour } from '../picture/colour.ts';
import type { Planes } from '../picture/planes.ts';
import type { AudioPlan } from './audio-samples.ts';
import type { Packet } from './journal.ts';
import type { CreateContainer } from './output-file.ts';

/** An output file of the frames of a run. */
export type OutputSpec = {
  /** The name of the file in the store. */
  readonly file: string;
  /** `mattes` is not a media file: it contains the small alpha of every frame (`matte-file.ts`). */
  readonly format: OutputFormat | 'mattes';
  /** The size of its frames. Frames for a WebM can be larger: its encoder scales them. */
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly quality: Quality;
  /** The average bitrate of the frames of an MP4 or WebM, in bits per second; absent for the one that follows from `quality`. */
  readonly videoBitrate?: number;
  /** The colour of the frames, and the tags of the file. */
  readonly colour: PictureColour;
  /** Whether a WebM keeps alpha. A MOV always does, and an MP4 never. */
  readonly hasAlpha: boolean;
  /** The background of frames with alpha in a file without alpha, `#rrggbb`. */
  readonly background: string;
};

/** A finished frame, from any source. */
export type OutputFrame = {
  readonly colour: Planes;
  /** Alpha as the luma of a second frame with neutral chroma; null if all pixels are opaque. */
  readonly alpha: Planes | null;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Whether a key frame costs little here, because another scene begins. */
  readonly isKeyWanted: boolean;
};

/** Receives an encoder's packets; at least the first one has a decoder configuration, `config`. */
export type OnPacket = (packet: Packet, config: VideoDecoderConfig | undefined) => void;

/** The timing of a frame, in the time of the result. */
export type FrameTimes = Omit<OutputFrame, 'colour' | 'alpha'>;

/** Encodes frames into packets, in order. */
export interface PictureEncoder {
  /** Resolves when the next frame can be encoded; the frame's buffers can be reused then. */
  encode(frame: OutputFrame): Promise<void>;
  /**
   * Encodes a decoder's frame, which is not copied. It must be opaque, of the encoder's size, and of its colours. The caller closes
   * it. Null if only planes are accepted.
   */
  readonly encodeDecoded: ((frame: VideoFrame, times: FrameTimes) => Promise<void>) | null;
  /** Flushes the encoder: later frames are encoded as by a new encoder. */
  endSegment(): Promise<void>;
  close(): void;
}

/** The parts of an output format. */
export type FileFormat = {
  readonly createContainer: CreateContainer;
  readonly codec: VideoCodec;
  /** Whether packets have additional alpha. */
  readonly canBeTransparent: boolean;
  /** Whether space for the index is reserved at the start, so that the number of frames must be known. */
  readonly isIndexInFront: boolean;
  readonly audio: AudioPlan;
  createEncoder(onPacket: OnPacket): PictureEncoder;
};
