import { Failure } from '#core/lib/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { AssetFile } from '#core/timeline/render.ts';
import { nameUsers } from '#core/timeline/schedule.ts';
import type { SoundSpan } from '#core/timeline/sound.ts';
import type { Warn } from '../source/source.ts';
import type { OpenSound, SoundSource } from './sound-source.ts';

/** The document that references assets, and their files. */
type Canvas = { readonly document: TimelineDocument; readonly assets: Readonly<Record<string, AssetFile>> };

/** An audio track of an asset; the default one if `audioTrack` is absent. */
type AssetTrack = Pick<SoundSpan, 'assetId' | 'audioTrack'>;

/** The open files of a mix: one for each audio track of an asset, whatever the number of its spans. */
export class Sources {
  readonly #spans: readonly SoundSpan[];
  readonly #canvas: Canvas;
  readonly #open: OpenSound;
  readonly #warn: Warn;
  readonly #opened = new Map<string, Promise<SoundSource | null>>();

  constructor(spans: readonly SoundSpan[], canvas: Canvas, open: OpenSound, warn: Warn) {
    this.#spans = spans;
    this.#canvas = canvas;
    this.#open = open;
    this.#warn = warn;
  }

  /** Returns the audio of a track. Null if there is none, with a warning if audio is expected. */
  get(track: AssetTrack): Promise<SoundSource | null> {
    const key = toKey(track);
    const opened = this.#opened.get(key) ?? this.#openAsset(track);
    this.#opened.set(key, opened);
    return opened;
  }

  async close(): Promise<void> {
    const opened = await Promise.all([...this.#opened.values()].map((one) => one.catch(() => null)));
    this.#opened.clear();
    await Promise.all(opened.map(async (source) => source?.close()));
  }

  async #openAsset(track: AssetTrack): Promise<SoundSource | null> {
    const { document, assets } = this.#canvas;
    const { assetId, audioTrack = null } = track;
    const asset = assets[assetId];
    const names = nameUsers(document, assetId);
    if (!asset) {
      this.#warn(`${names}: no audio, because the file of the material is missing.`);
      return null;
    }
    try {
      const source = await this.#open(asset, this.#getPart(track), audioTrack);
      if (source?.choice) {
        this.#warn(`${names}: ${source.choice}`);
      }
      return source;
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') {
        throw thrown; // The user can resolve a lack of space for the output of ffmpeg.
      }
      const reason = thrown instanceof Failure ? ` ${thrown.message}` : '';
      this.#warn(`${names}: no audio, because it could not be decoded.${reason}`);
      return null;
    }
  }

  /** Returns the seconds of a track that are audible. */
  #getPart(track: AssetTrack): { startSeconds: number; endSeconds: number } {
    const parts = this.#spans
      .filter((span) => toKey(span) === toKey(track))
      .map(({ sourceStartSeconds: start, startSeconds, endSeconds, speed }) => ({
        start,
        end: start + (endSeconds - startSeconds) * speed,
      }));
    return {
      startSeconds: Math.min(...parts.map(({ start }) => start)),
      endSeconds: Math.max(...parts.map(({ end }) => end)),
    };
  }
}

const toKey = ({ assetId, audioTrack }: AssetTrack): string => `${assetId} ${audioTrack ?? ''}`;
