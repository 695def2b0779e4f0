import type { OpenSound, SoundSource } from '../media/mix/sound-source.ts';
import { openSoundFile } from '../media/mix/open-sound.ts';
import type { MediaFiles } from '../media/source/media-file.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Scratch } from '../media/source/source.ts';

type Part = Parameters<OpenSound>[1];
type Kept = { readonly file: string; readonly part: Part; readonly source: Promise<SoundSource | null> };

/** The audio tracks of files, which stay open between playbacks. */
export class PreviewSounds {
  readonly #files: MediaFiles;
  readonly #scratch = createScratch();
  readonly #kept = new Map<string, Kept>();

  constructor(files: MediaFiles) {
    this.#files = files;
  }

  /** Opens the audio of a file for a mix. When the mix closes it, it stays open here. */
  readonly open: OpenSound = async ({ file }, part, audioTrack = null) => {
    const key = `${audioTrack ?? ''} ${file}`;
    const known = this.#kept.get(key);
    const isKnown = known && part.startSeconds >= known.part.startSeconds && part.endSeconds <= known.part.endSeconds;
    const source = isKnown ? known.source : this.#openFile(file, part, audioTrack);
    if (!isKnown) {
      this.#close(key);
      this.#kept.set(key, { file, part, source });
      source.catch(() => this.#forget(key, source));
    }
    const opened = await source;
    return (
      opened && {
        sampleRate: opened.sampleRate,
        choice: opened.choice ?? null,
        statedSeconds: () => opened.statedSeconds(),
        read: (fromFrame) => opened.read(fromFrame),
        close: () => Promise.resolve(),
      }
    );
  };

  /** Closes the audio of all other files. Do not call it while one of them plays. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const [key, { file }] of this.#kept) {
      if (!files.has(file)) {
        this.#close(key);
      }
    }
  }

  async #openFile(file: string, part: Part, audioTrack: number | null): Promise<SoundSource | null> {
    const temporaryName = crypto.randomUUID();
    return openSoundFile(await this.#files.read(file), part, { bytes: this.#scratch, temporaryName }, audioTrack);
  }

  /** Forgets a failed part, unless it was opened again before the failure arrived. */
  #forget(key: string, source: Kept['source']): void {
    if (this.#kept.get(key)?.source === source) {
      this.#kept.delete(key);
    }
  }

  #close(key: string): void {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    void kept?.source.then((source) => source?.close()).catch(() => undefined);
  }
}

/** Temporary files in memory, because a preview writes nothing to the store. */
function createScratch(): Scratch {
  const files = new Map<string, Uint8Array<ArrayBuffer>[]>();
  return {
    create: async (name) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      return {
        write: async (piece) => {
          if (!(piece instanceof Uint8Array)) {
            throw new Failure('INTERNAL', { message: 'A temporary file of the preview can only be written in order.' });
          }
          parts.push(piece.slice());
        },
        close: async () => void files.set(name, parts),
        abort: async () => undefined,
      };
    },
    read: async (name) => new File(files.get(name) ?? [], name),
    remove: async (name) => void files.delete(name),
  };
}
