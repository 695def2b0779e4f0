import type { OpenSound, SoundSource } from '../media/mix/sound-source.ts';
import { openSoundFile } from '../media/mix/open-sound.ts';
import type { MediaFiles } from '../media/source/media-file.ts';
import { createScratch } from './scratch.ts';

type Part = Parameters<OpenSound>[1];
type Kept = { readonly part: Part; readonly source: Promise<SoundSource | null> };

/** The sounds of files, which stay open from one playing to the next. */
export class PreviewSounds {
  readonly #files: MediaFiles;
  readonly #scratch = createScratch();
  readonly #kept = new Map<string, Kept>();

  constructor(files: MediaFiles) {
    this.#files = files;
  }

  /** A sound for a mix, whose closing leaves it open. */
  readonly open: OpenSound = async ({ file }, part) => {
    const known = this.#kept.get(file);
    const isKnown = known && part.startSeconds >= known.part.startSeconds && part.endSeconds <= known.part.endSeconds;
    const source = isKnown ? known.source : this.#openFile(file, part);
    if (!isKnown) {
      this.#close(file);
      this.#kept.set(file, { part, source });
      source.catch(() => this.#forget(file, source));
    }
    const opened = await source;
    return (
      opened && {
        sampleRate: opened.sampleRate,
        statedSeconds: () => opened.statedSeconds(),
        read: (fromFrame) => opened.read(fromFrame),
        close: () => Promise.resolve(),
      }
    );
  };

  /** Closes the sounds of all other files. Not to be called while one of them is played. */
  keepOnly(files: ReadonlySet<string>): void {
    for (const file of this.#kept.keys()) {
      if (!files.has(file)) {
        this.#close(file);
      }
    }
  }

  async #openFile(file: string, part: Part): Promise<SoundSource | null> {
    const temporaryName = crypto.randomUUID();
    return openSoundFile(await this.#files.read(file), part, { bytes: this.#scratch, temporaryName });
  }

  /** A failure may come late, when another part of the file is open. */
  #forget(file: string, source: Kept['source']): void {
    if (this.#kept.get(file)?.source === source) {
      this.#kept.delete(file);
    }
  }

  #close(file: string): void {
    const kept = this.#kept.get(file);
    this.#kept.delete(file);
    void kept?.source.then((source) => source?.close()).catch(() => undefined);
  }
}
