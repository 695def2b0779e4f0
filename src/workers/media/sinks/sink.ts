import type { OutputFormat, VideoCodec } from 'mediabunny';
import type { Planes } from '../picture/planes.ts';
import type { AudioPlan } from './audio.ts';
import type { Packet } from './journal.ts';

/** A finished picture: the subject's colours, and alpha as the luma of a second picture (its chroma is neutral). */
export type CutOutFrame = {
  readonly colour: Planes;
  readonly alpha: Planes;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Whether a new scene starts here, where a key frame costs nothing. */
  readonly isCut: boolean;
};

/** Takes what an encoder makes; `config` comes with the first packet at least, and says how to decode. */
export type OnPacket = (packet: Packet, config: VideoDecoderConfig | undefined) => void;

/** Turns pictures into packets, in order. */
export interface PictureEncoder {
  /** Resolves when the next frame may come; the frame's buffers are free again then. */
  encode(frame: CutOutFrame): Promise<void>;
  /** Gives out all that is inside and forgets it: what comes next is encoded as by a new encoder. */
  endSegment(): Promise<void>;
  close(): void;
}

/** What one kind of file is made of. */
export type FileFormat = {
  readonly container: OutputFormat;
  readonly codec: VideoCodec;
  readonly canBeTransparent: boolean;
  /** Whether room for the index is kept in front of the pictures, so that their number has to be known. */
  readonly isIndexInFront: boolean;
  readonly audio: AudioPlan;
  createEncoder(onPacket: OnPacket): PictureEncoder;
};
