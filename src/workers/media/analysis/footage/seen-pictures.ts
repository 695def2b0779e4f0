import type { Planes } from '../../picture/planes.ts';
import type { DecodedPicture, Source } from '../../source/source.ts';

/** The longer side of the frames, in pixels. */
export const seenPicturePx = 640;
/**
 * The distance between frames, and the maximum distance of a time that a frame represents: samples are at frames, not at exact
 * times.
 */
const apartSeconds = 0.4;
const maxAwaySeconds = 0.7;
/** The maximum size of the frames of all videos together: about two minutes of a 16:9 video. */
const maxBytes = 96e6;

/** A frame, and the time from which it is shown: the middle between it and the frame before, but not before a cut between them. */
type SeenPicture = { readonly atSeconds: number; readonly fromSeconds: number; readonly planes: Planes };

/** The description of a video whose frames are stored. */
type Described = Pick<Source, 'info' | 'colour'>;

/** Stores small frames of analysed videos for stills: decoding a video again up to a still takes far longer. */
export class SeenPictures {
  /** The stored videos by file. */
  readonly #videos = new Map<string, SeenVideo>();

  /** Starts a new set of frames for a video that is about to be analysed. */
  begin(file: string, source: Described): SeenVideo {
    const hasRoom = (moreBytes: number): boolean => this.#sizeBytes() + moreBytes <= maxBytes;
    const video = new SeenVideo(source, hasRoom);
    this.#videos.set(file, video);
    return video;
  }

  /** Returns a source with the stored frames of a file; null if they do not cover all of these times. */
  open(file: string, times: readonly number[]): Source | null {
    const video = this.#videos.get(file);
    return video && times.every((seconds) => video.shows(seconds)) ? video.toSource() : null;
  }

  clear(): void {
    this.#videos.clear();
  }

  /** Computes the total size, because several videos can be analysed at the same time. */
  #sizeBytes(): number {
    return [...this.#videos.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }
}

/** The frames of one video, in the order of time. */
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

  /** Adds a frame if one is due and there is room. The first frame of a shot is always due, because no other shot represents it. */
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
    return picture !== undefined && Math.abs(seconds - picture.atSeconds) <= maxAwaySeconds;
  }

  /** Returns a source of these frames. */
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

  /** Returns the index of the frame that is shown at a time, or -1. */
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
