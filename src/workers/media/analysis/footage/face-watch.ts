import type { FaceDetector } from '#core/analysis/detection.ts';
import type { Region } from '#core/analysis/footage.ts';
import type { Picture } from '#core/lib/picture.ts';
import { transfer } from '#wire/remote.ts';

/** The faces of a detected sample. The image is larger where faces may be small. */
type FoundFaces = Promise<Region[] | null>;

/** The interval, in detections, of larger images after a detection without faces. */
const closerEvery = 2;
/** Faces below this share of the frame width need a larger image to be detected reliably. */
const smallFace = 0.07;
/**
 * The maximum motion and growth of each face, relative to its size and to the frame, for which the sample between two others is
 * interpolated. A small face has more room around it than it moves.
 */
const maxMove = 0.2;
const maxMoveInPicture = 0.02;
const maxGrowth = 1.2;

/**
 * Finds the faces of samples in the order of time. Every second sample is detected, and the samples between them only if the faces
 * moved. Detection runs while the next samples are created.
 */
export class FaceWatch {
  readonly #detector: FaceDetector;
  readonly #looks: FoundFaces[] = [];
  readonly #faces: FoundFaces[] = [];
  #last: FoundFaces | null = null;
  #held: Picture | null = null;

  constructor(detector: FaceDetector) {
    this.#detector = detector;
  }

  /**
   * Adds the next sample. `toCloser` creates a larger image of it, and is called synchronously or not at all. `isCut` begins
   * another shot.
   */
  async add(picture: Picture, toCloser: () => Picture, isCut: boolean): Promise<void> {
    if (isCut) {
      this.#endShot();
    }
    const before = await this.#listFound();
    const areSmall = before.some(isSmall);
    if (this.#last && !this.#held) {
      this.#held = areSmall ? toCloser() : picture;
      return;
    }
    const isAlone = before.at(-1)?.length === 0 && this.#looks.length % closerEvery === 0;
    const look = this.#look(areSmall || isAlone ? toCloser() : picture);
    if (this.#last && this.#held) {
      const between = this.#between(this.#last, look, this.#held);
      between.catch(() => undefined); // The promise is awaited later.
      this.#faces.push(between);
    }
    this.#looks.push(look);
    this.#faces.push(look);
    [this.#last, this.#held] = [look, null];
  }

  /** Returns the faces of all samples. Throws the errors of the detector. */
  finish(): Promise<(Region[] | null)[]> {
    this.#endShot();
    return Promise.all(this.#faces);
  }

  /** Ends the shot: later samples do not describe the sample that is waiting. */
  #endShot(): void {
    if (this.#held) {
      this.#faces.push(this.#look(this.#held));
    }
    [this.#last, this.#held] = [null, null];
  }

  /**
   * Returns the faces of the two detections before the last one, which is still running. Waiting for them also limits the images in
   * memory.
   */
  async #listFound(): Promise<Region[][]> {
    const found = await Promise.all(this.#looks.slice(-3, -1));
    return found.filter((faces) => faces !== null);
  }

  async #between(before: FoundFaces, behind: FoundFaces, picture: Picture): FoundFaces {
    const [one, other] = await Promise.all([before, behind]);
    return (one && other && midway(one, other)) ?? this.#look(picture);
  }

  #look(picture: Picture): FoundFaces {
    const found = findFaceRegions(picture, this.#detector);
    found.catch(() => undefined); // The promise is awaited later.
    return found;
  }
}

/** Finds the faces of an image as shares of it; null without a model. Its pixels are transferred if the detector is in a worker. */
export async function findFaceRegions(picture: Picture, faces: FaceDetector | null): Promise<Region[] | null> {
  const found = await faces?.findFaces(transfer(picture, [picture.rgb.buffer]));
  return (
    found?.map(({ x, y, width, height }) => ({
      x: x / picture.width,
      y: y / picture.height,
      width: width / picture.width,
      height: height / picture.height,
    })) ?? null
  );
}

const isSmall = (faces: readonly Region[]): boolean =>
  faces.length > 0 && faces.every(({ width }) => width < smallFace);

/** Interpolates the same faces between two times; null if the faces are not the same, or move a lot. */
function midway(one: readonly Region[], other: readonly Region[]): Region[] | null {
  const free = new Set(other);
  const faces = one.flatMap((face) => {
    const same = [...free].find((candidate) => isNear(face, candidate));
    if (!same) {
      return [];
    }
    free.delete(same);
    const mean = (name: keyof Region): number => (face[name] + same[name]) / 2;
    return [{ x: mean('x'), y: mean('y'), width: mean('width'), height: mean('height') }];
  });
  return faces.length === one.length && free.size === 0 ? faces : null;
}

function isNear(one: Region, other: Region): boolean {
  const [small, large] = one.width < other.width ? [one, other] : [other, one];
  const across = Math.abs(one.x + one.width / 2 - other.x - other.width / 2);
  const down = Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
  const most = (size: number): number => Math.max(maxMove * size, maxMoveInPicture);
  return large.width <= maxGrowth * small.width && across <= most(large.width) && down <= most(large.height);
}
