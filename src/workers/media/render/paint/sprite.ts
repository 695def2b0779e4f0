import type { Size } from '#core/lib/size.ts';
import type { PaintMemory } from './memory.ts';
import {
  getBounds,
  combine,
  grow,
  intersect,
  invert,
  isCovered,
  isUprightMatrix,
  isWhole,
  getPixels,
  getScales,
  type Edges,
  type PixelBox,
  type Placement,
} from './placement.ts';
import type { Plane, Sampler } from './sampler.ts';
import type { Axis } from './taps.ts';
import { createTexture, type Texture } from './texture.ts';

/** A texture resampled for the pixels of a canvas. */
export type Sprite = PixelBox & {
  readonly luma: Plane;
  readonly blue: Plane;
  readonly red: Plane;
  /** The alpha, with which the planes are premultiplied; null if all pixels are opaque. */
  readonly alpha: { readonly full: Plane; readonly half: Plane } | null;
  release(): void;
};

/** The maximum size, relative to its size on the canvas, to which a rotated texture is reduced first. */
const maxReduction = 0.75;

/** Creates sprites of textures: scaled, mirrored, rotated and cropped for a canvas. */
export class SpriteMaker {
  readonly #memory: PaintMemory;
  readonly #sampler: Sampler;
  readonly #canvas: Size;

  constructor(memory: PaintMemory, sampler: Sampler, canvas: Size) {
    this.#memory = memory;
    this.#sampler = sampler;
    this.#canvas = canvas;
  }

  /**
   * Creates a sprite; null if nothing of it is on the canvas. A sprite may share the memory of its texture, and must be released
   * first.
   */
  make(texture: Texture, placement: Placement): Sprite | null {
    const scales = getScales(placement.matrix);
    if (scales.x < 1e-6 || scales.y < 1e-6) {
      return null;
    }
    return isUprightMatrix(placement.matrix) ? this.#upright(texture, placement) : this.#turned(texture, placement);
  }

  #upright(texture: Texture, placement: Placement): Sprite | null {
    const { matrix, region, clip } = placement;
    const bounds = getBounds(matrix, region);
    // Textures with alpha fade out beyond their edges; opaque ones are cropped there.
    const reach = 2 * Math.max(1, Math.abs(matrix.a), Math.abs(matrix.d));
    const isAligned = isViewable(placement);
    const seen = intersect(texture.alpha && !isAligned ? grow(bounds, reach) : bounds, clip);
    const box = getPixels(seen, this.#canvas);
    if (!box) {
      return null;
    }
    if (isAligned && isCovered(box, seen)) {
      return getView(texture, box, matrix.e, matrix.f);
    }
    const made = createTexture(this.#memory, box.width, box.height, texture.alpha !== null || !isCovered(box, seen));
    this.#sampleUpright(texture, placement, box, made);
    return this.#cut(made, box, texture.alpha ? clip : seen, texture.alpha !== null);
  }

  #sampleUpright(texture: Texture, { matrix, region }: Placement, box: PixelBox, made: Texture): void {
    const beyond = texture.alpha ? 'clear' : 'repeated';
    const across = (shift: number): Positions => ({
      first: (box.x + shift - matrix.e) / matrix.a - shift,
      step: 1 / matrix.a,
      blur: 0,
      beyond,
    });
    const down = (shift: number): Positions => ({
      first: (box.y + shift - matrix.f) / matrix.d - shift,
      step: 1 / matrix.d,
      blur: 0,
      beyond,
    });
    const columns = { ...across(0.5), count: box.width, low: low(region.left), high: high(region.right) };
    const rows = { ...down(0.5), count: box.height, low: low(region.top), high: high(region.bottom) };
    // Chroma is at the left one of its two columns, and between its two rows.
    const chromaColumns = halve(across(0.5), columns);
    const chromaRows = halve(down(1), rows);
    const { planes, alpha } = texture;
    const [lumaStride, chromaStride] = [planes.width, planes.chromaWidth];
    const [toLuma, toChroma] = [made.planes.width, made.planes.chromaWidth];
    const sample = (from: Uint8Array, to: Uint8Array): void =>
      this.#sampler.sample({ bytes: from, stride: lumaStride }, columns, rows, { bytes: to, stride: toLuma });
    const sampleHalf = (from: Uint8Array, to: Uint8Array): void =>
      this.#sampler.sample({ bytes: from, stride: chromaStride }, chromaColumns, chromaRows, {
        bytes: to,
        stride: toChroma,
      });
    sample(planes.y, made.planes.y);
    sampleHalf(planes.u, made.planes.u);
    sampleHalf(planes.v, made.planes.v);
    if (alpha && made.alpha) {
      sample(alpha.full, made.alpha.full);
      sampleHalf(alpha.half, made.alpha.half);
    }
  }

  #turned(texture: Texture, placement: Placement): Sprite | null {
    const box = getPixels(
      grow(intersect(getBounds(placement.matrix, placement.region), placement.clip), 1),
      this.#canvas,
    );
    if (!box) {
      return null;
    }
    const { x, y } = getScales(placement.matrix);
    if (Math.min(x, y) < maxReduction) {
      const reduced = this.#reduce(texture, placement, Math.min(1, x), Math.min(1, y));
      const sprite = this.#turnedWithin(reduced.texture, reduced.placement, box);
      reduced.texture.release();
      return sprite;
    }
    return this.#turnedWithin(texture, placement, box);
  }

  /** Reduces a texture to a size at which rotation skips no pixel. */
  #reduce(texture: Texture, placement: Placement, scaleX: number, scaleY: number) {
    const { left, top, right, bottom } = placement.region;
    const width = Math.max(2, 2 * Math.round(((right - left) * scaleX) / 2));
    const height = Math.max(2, 2 * Math.round(((bottom - top) * scaleY) / 2));
    const [a, d] = [width / (right - left), height / (bottom - top)];
    const matrix = { a, b: 0, c: 0, d, e: -left * a, f: -top * d };
    const made = createTexture(this.#memory, width, height, texture.alpha !== null);
    this.#sampleUpright(texture, { ...placement, matrix }, { x: 0, y: 0, width, height }, made);
    const region = { left: 0, top: 0, right: width, bottom: height };
    return { texture: made, placement: { ...placement, matrix: combine(placement.matrix, invert(matrix)), region } };
  }

  #turnedWithin(texture: Texture, { matrix, region, clip }: Placement, box: PixelBox): Sprite {
    const { run } = this.#memory.kernels;
    const made = createTexture(this.#memory, box.width, box.height, true);
    const back = invert(matrix);
    const bounds = [low(region.left), high(region.right), low(region.top), high(region.bottom)] as const;
    const toX = (x: number, y: number): number => back.a * x + back.c * y + back.e;
    const toY = (x: number, y: number): number => back.b * x + back.d * y + back.f;
    const steps = [back.a, back.b, back.c, back.d] as const;
    const { planes, alpha } = texture;
    const scales = getScales(matrix);
    const [coverX, coverY] = [toX(box.x + 0.5, box.y + 0.5) - region.left, toY(box.x + 0.5, box.y + 0.5) - region.top];
    const [width, height] = [region.right - region.left, region.bottom - region.top];
    const cover = this.#createCover(box);
    const size = [box.width, box.width, box.height] as const;
    run.coverTurned(width, height, scales.x, scales.y, coverX, coverY, ...steps, cover.full, ...size);
    run.halveAlpha(cover.full, box.width, box.width, box.height, cover.half, (box.width + 1) >> 1);
    const sample = (from: Uint8Array, stride: number, to: Uint8Array, part: 1 | 2): void => {
      const [across, down] = [Math.ceil(box.width / part), Math.ceil(box.height / part)] as const;
      const middle = part / 2;
      const atX = toX(box.x + middle, box.y + middle) / part - 0.5;
      const atY = toY(box.x + middle, box.y + middle) / part - 0.5;
      const [left, right] = [Math.floor(bounds[0] / part), Math.ceil(bounds[1] / part)] as const;
      const [top, bottom] = [Math.floor(bounds[2] / part), Math.ceil(bounds[3] / part)] as const;
      const covered = part === 1 ? cover.full : cover.half;
      run.sampleTurned(from, stride, left, right, top, bottom, atX, atY, ...steps, covered, to, across, down);
    };
    sample(planes.y, planes.width, made.planes.y, 1);
    sample(planes.u, planes.chromaWidth, made.planes.u, 2);
    sample(planes.v, planes.chromaWidth, made.planes.v, 2);
    if (made.alpha && alpha) {
      sample(alpha.full, planes.width, made.alpha.full, 1);
      sample(alpha.half, planes.chromaWidth, made.alpha.half, 2);
    }
    this.#multiply(made, cover, alpha !== null);
    cover.release();
    return this.#cut(made, box, clip, true);
  }

  #createCover({ width, height }: PixelBox): Cover {
    const [full, half] = [
      this.#memory.take(width * height),
      this.#memory.take(((width + 1) >> 1) * ((height + 1) >> 1)),
    ];
    const release = (): void => [full, half].forEach((piece) => this.#memory.release(piece));
    return { full, half, release };
  }

  /**
   * Multiplies a texture with coverage: all planes if it has alpha. If it was opaque, the planes, and the coverage becomes its
   * alpha.
   */
  #multiply({ planes, alpha }: Texture, { full, half }: Cover, hasAlpha: boolean): void {
    if (!alpha) {
      return;
    }
    const { run } = this.#memory.kernels;
    const { width, height, chromaWidth, chromaHeight, y, u, v } = planes;
    run.multiplyPlane(y, width, full, width, width, height);
    run.multiplyPlane(u, chromaWidth, half, chromaWidth, chromaWidth, chromaHeight);
    run.multiplyPlane(v, chromaWidth, half, chromaWidth, chromaWidth, chromaHeight);
    if (hasAlpha) {
      run.multiplyPlane(alpha.full, width, full, width, width, height);
      run.multiplyPlane(alpha.half, chromaWidth, half, chromaWidth, chromaWidth, chromaHeight);
    } else {
      alpha.full.set(full.subarray(0, width * height));
      alpha.half.set(half.subarray(0, chromaWidth * chromaHeight));
    }
  }

  /** Crops a resampled texture to `edges`, and sets its position. `hasAlpha` says whether its alpha is already filled. */
  #cut(made: Texture, box: PixelBox, edges: Edges | null, hasAlpha: boolean): Sprite {
    if (edges && !isCovered(box, edges)) {
      const cover = this.#createCover(box);
      fillCover(cover.full, box, edges);
      const { width, height } = box;
      this.#memory.kernels.run.halveAlpha(cover.full, width, width, height, cover.half, (width + 1) >> 1);
      this.#multiply(made, cover, hasAlpha);
      cover.release();
    }
    return getView(made, box, box.x, box.y, () => made.release());
  }
}

const low = (edge: number): number => Math.max(0, Math.floor(edge + 1 / 512));
const high = (edge: number): number => Math.max(1, Math.ceil(edge - 1 / 512));

/** The coverage of each pixel, and of each chroma sample. */
type Cover = { readonly full: Uint8Array<ArrayBuffer>; readonly half: Uint8Array<ArrayBuffer>; release(): void };

type Positions = Omit<Axis, 'count' | 'low' | 'high'>;

/** Returns the axis of chroma for that of luma. */
const halve = ({ first, ...rest }: Positions, { count, low: from, high: to }: Axis): Axis => ({
  ...rest,
  first: first / 2,
  count: (count + 1) >> 1,
  low: from >> 1,
  high: (to + 1) >> 1,
});

/** Returns whether the chroma and luma samples of a texture align with those of the canvas, moved by whole pixels. */
function isViewable({ matrix: { a, d, e, f } }: Placement): boolean {
  return a === 1 && d === 1 && isWhole(e / 2) && isWhole(f / 2);
}

/** Returns a view of the part of a texture in a box. The texture's corner is at `left`, `top` of the canvas. */
export function getView(
  { planes, alpha }: Texture,
  box: PixelBox,
  left: number,
  top: number,
  release: () => void = () => undefined,
): Sprite {
  const { width: stride, chromaWidth: halfStride } = planes;
  const [x, y] = [Math.round(box.x - left), Math.round(box.y - top)];
  const full = (bytes: Uint8Array): Plane => ({ bytes: bytes.subarray(y * stride + x), stride });
  const half = (bytes: Uint8Array): Plane => ({
    bytes: bytes.subarray((y >> 1) * halfStride + (x >> 1)),
    stride: halfStride,
  });
  return {
    ...box,
    luma: full(planes.y),
    blue: half(planes.u),
    red: half(planes.v),
    alpha: alpha && { full: full(alpha.full), half: half(alpha.half) },
    release,
  };
}

/** Computes the share of each pixel within `edges`, 0..255. */
function fillCover(cover: Uint8Array, { x, y, width, height }: PixelBox, edges: Edges): void {
  const share = (pixel: number, from: number, to: number): number =>
    Math.max(0, Math.min(1, to - pixel, pixel + 1 - from, to - from));
  const row = Uint8Array.from({ length: width }, (_, at) => 255 * share(x + at, edges.left, edges.right) + 0.5);
  for (let line = 0; line < height; line++) {
    const part = share(y + line, edges.top, edges.bottom);
    const from = line * width;
    if (part === 1) {
      cover.set(row, from);
    } else {
      cover.set(part === 0 ? new Uint8Array(width) : row.map((value) => value * part + 0.5), from);
    }
  }
}
