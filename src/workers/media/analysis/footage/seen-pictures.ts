import type { Planes } from '../../picture/planes.ts';
import type { DecodedPicture, Source } from '../../source/source.ts';

/** The longer side of pictures that are kept, in pixels. */
export const seenPicturePx = 640;
/** They are so far apart, and one stands for times so far from it: samples fall on pictures, not on exact times. */
const apartSeconds = 0.4;
const mostAwaySeconds = 0.7;
/** What is kept of all videos together: of 16:9 about two minutes. */
const mostBytes = 96e6;

/** It is shown from a time on at which it is nearer than the one before, yet not before the cut that it is behind. */
type SeenPicture = { readonly atSeconds: number; readonly fromSeconds: number; readonly planes: Planes };

/** What is known of a video whose pictures are kept. */
type Described = Pick<Source, 'info' | 'colour'>;

/** Small pictures of videos that were looked at, for stills of them: to decode a video again as far as a still takes far longer. */
export class SeenPictures {
  /** By their files. */
  readonly #videos = new Map<string, SeenVideo>();

  /** Begins anew with a video that is going to be looked at. */
  begin(file: string, source: Described): SeenVideo {
    const hasRoom = (moreBytes: number): boolean => this.#sizeBytes() + moreBytes <= mostBytes;
    const video = new SeenVideo(source, hasRoom);
    this.#videos.set(file, video);
    return video;
  }

  /** A video of what was kept of a file; null where that does not show all of these times. */
  open(file: string, times: readonly number[]): Source | null {
    const video = this.#videos.get(file);
    return video && times.every((seconds) => video.shows(seconds)) ? video.toSource() : null;
  }

  clear(): void {
    this.#videos.clear();
  }

  /** Several videos may be looked at at once. */
  #sizeBytes(): number {
    return [...this.#videos.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
}

/** The pictures of one video, in the order of time. */
export class SeenVideo {
  readonly #described: Described;
  readonly #hasRoom: (moreBytes: number) => boolean;
  readonly #pictures: SeenPicture[] = [];

  constructor({ info, colour }: Described, hasRoom: (moreBytes: number) => boolean) {
    this.#described = { info, colour };
    this.#hasRoom = hasRoom;
  }

  get sizeBytes(): number {
    return this.#pictures.length * (this.#pictures[0]?.planes.bytes.length ?? 0);
  }

  /** Takes a picture where it is time for one, and there is room; the first one of a shot in any case, as no other shot stands for it. */
  add(atSeconds: number, isCut: boolean, toPlanes: () => Planes): void {
    const last = this.#pictures.at(-1);
    if (last && !isCut && atSeconds - last.atSeconds < apartSeconds - 1e-3) {
      return;
    }
    if (this.#hasRoom(last?.planes.bytes.length ?? 0)) {
      const fromSeconds = last && !isCut ? (last.atSeconds + atSeconds) / 2 : atSeconds;
      this.#pictures.push({ atSeconds, fromSeconds, planes: toPlanes() });
    }
  }

  shows(seconds: number): boolean {
    const picture = this.#pictures[this.#indexAt(seconds)];
    return picture !== undefined && Math.abs(seconds - picture.atSeconds) <= mostAwaySeconds;
  }

  /** As a source whose pictures are these. */
  toSource(): Source {
    const { info, colour } = this.#described;
    const { width, height } = this.#pictures[0]?.planes ?? info.video;
    const pictures = this.#pictures;
    const indexAt = (seconds: number): number => this.#indexAt(seconds);
    return {
      info: { ...info, video: { ...info.video, width, height } },
      colour,
      statedEndSeconds: null,
      whole: { startSeconds: 0, endSeconds: info.durationSeconds, isTrimmed: false },
      openAudio: () => Promise.resolve(null),
      pictures: async function* (_span, fromUs = 0): AsyncGenerator<DecodedPicture, void> {
        for (let at = Math.max(0, indexAt(fromUs / 1e6)); at < pictures.length; at++) {
          const picture = pictures[at];
          if (picture) {
            yield toDecoded(picture, pictures[at + 1]?.fromSeconds ?? info.durationSeconds);
          }
        }
      },
      keyFrameAt: (seconds) => Promise.resolve(pictures[indexAt(seconds)]?.fromSeconds ?? null),
      times: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    };
  }

  /** The one that is shown at a time; -1 where there is none. */
  #indexAt(seconds: number): number {
    return this.#pictures.findLastIndex(({ fromSeconds }) => fromSeconds <= seconds + 1e-4);
  }
}

const toDecoded = ({ fromSeconds, planes }: SeenPicture, endSeconds: number): DecodedPicture => ({
  timestampUs: Math.round(1e6 * fromSeconds),
  durationUs: Math.max(0, Math.round(1e6 * (endSeconds - fromSeconds))),
  read: (target) => {
    target.bytes.set(planes.bytes);
    return Promise.resolve(null);
  },
  toVideoFrame: () => null,
  close: () => undefined,
});
