import type { InputAudioTrack } from 'mediabunny';
import type { AssetFile } from '#core/timeline/render.ts';
import type { Stereo } from './stereo.ts';

/** Samples of a source from one of its frames on. */
export type SourcePiece = { readonly at: number; readonly sound: Stereo };

/** A track whose packets can be copied, and the timestamp at which its file starts. */
export type CopiedTrack = { readonly track: InputAudioTrack; readonly startSeconds: number };

/** The sound of a file, opened. Frame `n` is heard `n / sampleRate` seconds after the start of the file. */
export interface SoundSource {
  /** In hertz. An unusual number where the clock of the file drifts against its samples. */
  readonly sampleRate: number;
  /** The track of the file that is read; absent where the sound is put together of several. */
  readonly track?: CopiedTrack;
  /** Names the audio track that is used where the file has several and none was chosen; otherwise null or absent. */
  readonly choice?: string | null;
  /** How long the file says it is, in seconds, which may be wrong; null where it does not say. */
  statedSeconds(): Promise<number | null>;
  /**
   * Decodes in order, from `fromFrame` or before it. A piece begins where the last one ended, or behind a gap. Ends with the file;
   * throws where it is damaged. Several may be read at once.
   */
  read(fromFrame: number): AsyncGenerator<SourcePiece, void>;
  /** Frees decoders and removes temporary files. */
  close(): Promise<void>;
}

/**
 * Opens an audio track of a file, of which the seconds in `span` will be read; null where it has none. `audioTrack` is the number of
 * the track; null or absent for the default one.
 */
export type OpenSound = (
  asset: AssetFile,
  span: { readonly startSeconds: number; readonly endSeconds: number },
  audioTrack?: number | null,
) => Promise<SoundSource | null>;
