import { Failure } from '#core/lib/failure.ts';
import { joinSounds } from '../mix/joined-sound.ts';
import { openSoundFile } from '../mix/open-sound.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import type { FilePart } from './restarts/find-recordings.ts';
import type { DecodedPicture, Source, Span, Warn, Workplace } from './source.ts';

/** Opens one of the recordings as a video; null if it is not a video. */
export type OpenPart = (part: FilePart) => Promise<Source | null>;

/**
 * Creates one video from several recordings in one file: each plays during its part of the file. All frames get the size and
 * colours of the first recording, which is open. The others are opened when needed.
 */
export function createJoinedSource(parts: readonly FilePart[], first: Source, open: OpenPart, warn: Warn): Source {
  const opener = new PartOpener(open);
  const [firstPart] = parts;
  if (firstPart) {
    opener.keep(firstPart, first);
  }
  const endSeconds = parts.at(-1)?.endSeconds ?? 0;
  return {
    info: { ...first.info, durationSeconds: endSeconds },
    colour: first.colour,
    statedEndSeconds: null,
    whole: { startSeconds: 0, endSeconds, isTrimmed: false },
    openAudio: (_, workplace, __, audioTrack) => openAudio(parts, workplace, audioTrack ?? null, warn),
    pictures: (span, fromUs = 0) => readPictures(parts, opener, span, fromUs),
    keyFrameAt: async (seconds) => {
      const part = parts.find((one) => seconds < one.endSeconds);
      const ask = (source: Source | null) => source?.keyFrameAt(seconds - (part?.startSeconds ?? 0)) ?? null;
      const found = part ? await opener.use(part, ask) : null;
      return part && found !== null ? part.startSeconds + found : null;
    },
    times: () => listTimes(parts, opener),
    close: () => opener.close(),
  };
}

/**
 * Opens the audio of the recordings; null, with a warning, if that of one cannot be decoded. Throws VALIDATION_FAILED for a track
 * that is missing.
 */
async function openAudio(
  parts: readonly FilePart[],
  workplace: Workplace,
  audioTrack: number | null,
  warn: Warn,
): Promise<SoundSource | null> {
  const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };
  try {
    return await joinSounds(parts, (file, index) => {
      const temporaryName = `${workplace.temporaryName}-${index}`;
      return openSoundFile(file, whole, { ...workplace, temporaryName }, audioTrack);
    });
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'VALIDATION_FAILED') {
      throw thrown;
    }
    warn('The audio of the recordings cannot be decoded. The result has no audio.');
    return null;
  }
}

type OpenedPart = { readonly source: Promise<Source | null>; readers: number };

/** Opens recordings when needed, and closes unused ones when another one is opened. */
class PartOpener {
  readonly #open: OpenPart;
  readonly #opened = new Map<FilePart, OpenedPart>();

  constructor(open: OpenPart) {
    this.#open = open;
  }

  /** Adds a recording that is already open. */
  keep(part: FilePart, source: Source): void {
    this.#opened.set(part, { source: Promise.resolve(source), readers: 0 });
  }

  async use<T>(part: FilePart, work: (source: Source | null) => Promise<T> | null): Promise<T | null> {
    const source = await this.acquire(part);
    try {
      return await work(source);
    } finally {
      this.release(part);
    }
  }

  /** Returns an open recording, which must be released. */
  async acquire(part: FilePart): Promise<Source | null> {
    const opened = this.#opened.get(part) ?? { source: this.#open(part), readers: 0 };
    this.#opened.set(part, opened);
    opened.readers += 1;
    await this.#closeWhere((other) => other !== opened && other.readers === 0);
    return opened.source;
  }

  release(part: FilePart): void {
    const opened = this.#opened.get(part);
    if (opened) {
      opened.readers -= 1;
    }
  }

  close(): Promise<void> {
    return this.#closeWhere(() => true);
  }

  async #closeWhere(isClosed: (opened: OpenedPart) => boolean): Promise<void> {
    const closed = [...this.#opened].filter(([, opened]) => isClosed(opened));
    closed.forEach(([part]) => this.#opened.delete(part));
    await Promise.all(closed.map(async ([, { source }]) => (await source.catch(() => null))?.close()));
  }
}

async function* readPictures(
  parts: readonly FilePart[],
  opener: PartOpener,
  span: Span,
  fromUs: number,
): AsyncGenerator<DecodedPicture, void> {
  const from = span.startSeconds + fromUs / 1e6;
  const end = span.isTrimmed ? span.endSeconds : Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (part.endSeconds <= from || part.startSeconds >= end) {
      continue;
    }
    const source = await opener.acquire(part);
    try {
      const startSeconds = Math.max(0, span.startSeconds - part.startSeconds);
      const endSeconds = Math.min(part.endSeconds, end) - part.startSeconds;
      const within = { startSeconds, endSeconds, isTrimmed: span.isTrimmed || part !== parts.at(-1) };
      const shiftUs = Math.round(1e6 * (part.startSeconds + startSeconds - span.startSeconds));
      for await (const picture of source?.pictures(within, Math.max(0, fromUs - shiftUs)) ?? []) {
        yield shift(picture, shiftUs);
      }
    } finally {
      opener.release(part);
    }
  }
}

const shift = (picture: DecodedPicture, shiftUs: number): DecodedPicture => ({
  timestampUs: picture.timestampUs + shiftUs,
  durationUs: picture.durationUs,
  read: (target) => picture.read(target),
  toVideoFrame: () => picture.toVideoFrame(),
  close: () => picture.close(),
});

async function listTimes(parts: readonly FilePart[], opener: PartOpener): Promise<number[] | null> {
  const all: number[] = [];
  for (const part of parts) {
    const times = await opener.use(part, (source) => source?.times() ?? null);
    if (!times) {
      return null;
    }
    all.push(...times.map((seconds) => part.startSeconds + seconds));
  }
  return all;
}
