import type { FaceDetector } from '#core/analysis/detection.ts';
import type { Region } from '#core/analysis/footage.ts';
import type { Picture } from '#core/picture.ts';

/** The faces of a sample that is looked at, more closely where they may be small. */
type Look = Promise<Region[] | null>;

/** Where nobody was found before, one of so many looks is a closer one. */
const closerEvery = 2;
/** A face below this share of the width of the picture is found surely by a closer look only. */
const smallFace = 0.07;
/**
 * A sample between two others is not looked at where each face has moved by no more of its size, or of the picture's, and grown by no
 * more: a small face has more room about it than it moves.
 */
const mostMove = 0.2;
const mostMoveInPicture = 0.02;
const mostGrowth = 1.2;

/**
 * Finds the faces of samples that are given in the order of time. Every second one is looked at, and those between two of which faces
 * are not at nearly the same places. Looks go on while the next samples are made.
 */
export class FaceWatch {
  readonly #detector: FaceDetector;
  readonly #looks: Look[] = [];
  readonly #faces: Look[] = [];
  #last: Look | null = null;
  #held: Picture | null = null;

  constructor(detector: FaceDetector) {
    this.#detector = detector;
  }

  /** Takes the next sample; `toCloser` makes a larger picture of it, at once if at all. With `isCut` another shot begins. */
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
      between.catch(() => undefined); // It is awaited later.
      this.#faces.push(between);
    }
    this.#looks.push(look);
    this.#faces.push(look);
    [this.#last, this.#held] = [look, null];
  }

  /** The faces of all samples. Throws what the detector throws. */
  finish(): Promise<(Region[] | null)[]> {
    this.#endShot();
    return Promise.all(this.#faces);
  }

  /** What follows says nothing of the sample that is held. */
  #endShot(): void {
    if (this.#held) {
      this.#faces.push(this.#look(this.#held));
    }
    [this.#last, this.#held] = [null, null];
  }

  /** The faces of the two looks before the last one, which is still made: so pictures do not pile up either. */
  async #listFound(): Promise<Region[][]> {
    const found = await Promise.all(this.#looks.slice(-3, -1));
    return found.filter((faces) => faces !== null);
  }

  async #between(before: Look, behind: Look, picture: Picture): Look {
    const [one, other] = await Promise.all([before, behind]);
    return (one && other && midway(one, other)) ?? this.#look(picture);
  }

  #look(picture: Picture): Look {
    const found = findFaceRegions(picture, this.#detector);
    found.catch(() => undefined); // It is awaited later.
    return found;
  }
}

/** The faces of a picture as shares of it; null without a model. */
export async function findFaceRegions(picture: Picture, faces: FaceDetector | null): Promise<Region[] | null> {
  const found = await faces?.findFaces(picture);
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

/** Where the same faces are between two times; null where they are not the same, or move a lot. */
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
  const most = (size: number): number => Math.max(mostMove * size, mostMoveInPicture);
  return large.width <= mostGrowth * small.width && across <= most(large.width) && down <= most(large.height);
}
