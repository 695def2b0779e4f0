import { joinSounds } from '../mix/joined-sound.ts';
import { openSoundFile } from '../mix/open-sound.ts';
import type { FilePart } from './restarts/measure-parts.ts';
import type { DecodedPicture, Source, Span } from './source.ts';

/** Opens one of the recordings as a video; null where it is none. */
export type OpenPart = (part: FilePart) => Promise<Source | null>;

/**
 * Several recordings in one file as one video: each plays where its part of the file lies. All have the pictures of the first one in
 * size and colours. One of them is open at a time.
 */
export async function createJoinedSource(parts: readonly FilePart[], open: OpenPart): Promise<Source | null> {
  const opener = new PartOpener(open);
  const [firstPart] = parts;
  const first = firstPart && (await opener.open(firstPart));
  if (!first) {
    await opener.close();
    return null;
  }
  const endSeconds = parts.at(-1)?.endSeconds ?? 0;
  const { colour } = first;
  return {
    info: { ...first.info, durationSeconds: endSeconds },
    colour,
    statedEndSeconds: null,
    whole: { startSeconds: 0, endSeconds, isTrimmed: false },
    openAudio: (_, workplace, __, audioTrack) =>
      joinSounds(parts, (file, index) => {
        const temporaryName = `${workplace.temporaryName}-${index}`;
        const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };
        return openSoundFile(file, whole, { ...workplace, temporaryName }, audioTrack);
      }),
    pictures: (span, fromUs = 0) => readPictures(parts, opener, span, fromUs),
    keyFrameAt: async (seconds) => {
      const part = parts.find((one) => seconds < one.endSeconds);
      const found = part && (await (await opener.open(part))?.keyFrameAt(seconds - part.startSeconds));
      return part && typeof found === 'number' ? part.startSeconds + found : null;
    },
    times: () => listTimes(parts, opener),
    close: () => opener.close(),
  };
}

/** Keeps the recording open that was used last. */
class PartOpener {
  readonly #open: OpenPart;
  #last: { readonly part: FilePart; readonly source: Promise<Source | null> } | null = null;
  /** Recordings that are being read; they are closed with everything else. */
  readonly #sources = new Set<Source>();

  constructor(open: OpenPart) {
    this.#open = open;
  }

  open(part: FilePart): Promise<Source | null> {
    if (this.#last?.part !== part) {
      this.#last = { part, source: this.#start(part) };
    }
    return this.#last.source;
  }

  async close(): Promise<void> {
    await this.#last?.source.catch(() => null);
    await Promise.all([...this.#sources].map((source) => source.close()));
    this.#sources.clear();
    this.#last = null;
  }

  async #start(part: FilePart): Promise<Source | null> {
    const source = await this.#open(part);
    if (source) {
      this.#sources.add(source);
    }
    return source;
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
    const isWanted = part.endSeconds > from && part.startSeconds < end;
    const source = isWanted ? await opener.open(part) : null;
    if (source) {
      const startSeconds = Math.max(0, span.startSeconds - part.startSeconds);
      const endSeconds = Math.min(part.endSeconds, end) - part.startSeconds;
      const within = { startSeconds, endSeconds, isTrimmed: span.isTrimmed || part !== parts.at(-1) };
      const shiftUs = Math.round(1e6 * (part.startSeconds + startSeconds - span.startSeconds));
      for await (const picture of source.pictures(within, Math.max(0, fromUs - shiftUs))) {
        yield shift(picture, shiftUs);
      }
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
    const times = await (await opener.open(part))?.times();
    if (!times) {
      return null;
    }
    all.push(...times.map((seconds) => part.startSeconds + seconds));
  }
  return all;
}
