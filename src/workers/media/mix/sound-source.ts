import type { InputAudioTrack } from 'mediabunny';
import type { AssetFile } from '#core/timeline/render.ts';
import type { Stereo } from './stereo.ts';

/** Samples of a source from a frame on. */
export type SourcePiece = { readonly at: number; readonly sound: Stereo };

/** A track whose packets can be copied, and the timestamp at which its file starts. */
export type CopiedTrack = { readonly track: InputAudioTrack; readonly startSeconds: number };

/** The open audio of a file. Frame `n` is played `n / sampleRate` seconds after the start of the file. */
export interface SoundSource {
  /** The sample rate in hertz. It is unusual if the clock of the file drifts against its samples. */
  readonly sampleRate: number;
  /** The track of the file that is read; absent if the audio is joined from several files. */
  readonly track?: CopiedTrack;
  /** Names the audio track that is used if the file has several and none was chosen; otherwise null or absent. */
  readonly choice?: string | null;
  /** Returns the stated duration in seconds, which may be wrong; null if it is not stated. */
  statedSeconds(): Promise<number | null>;
  /**
   * Decodes in order, from `fromFrame` or before it. A chunk begins where the last one ended, or after a gap. Ends with the file;
   * throws at damage. Several reads can run at once.
   */
  read(fromFrame: number): AsyncGenerator<SourcePiece, void>;
  /** Releases decoders and removes temporary files. */
  close(): Promise<void>;
}

/**
 * Opens an audio track of a file, of which the seconds in `span` will be read; null if it has none. `audioTrack` is the number of
 * the track; null or absent for the default one.
 */
export type OpenSound = (
  asset: AssetFile,
  span: { readonly startSeconds: number; readonly endSeconds: number },
  audioTrack?: number | null,
) => Promise<SoundSource | null>;
