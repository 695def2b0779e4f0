import type { Size } from '#core/lib/size.ts';
import type { Layer, Matrix, Scene } from '#core/timeline/scene.ts';
import { combine, type Edges, type Placement } from './paint/placement.ts';

/** Returns the transform of a canvas into frames of another size: entirely visible, and centred. */
export function toCanvas({ width, height }: Pick<Scene, 'width' | 'height'>, size: Size): Matrix {
  const scale = Math.min(size.width / width, size.height / height);
  const [a, d] = [snap(width * scale, size.width) / width, snap(height * scale, size.height) / height];
  return { a, b: 0, c: 0, d, e: (size.width - a * width) / 2, f: (size.height - d * height) / 2 };
}

/** Snaps a canvas that fills a frame except for a fraction of a pixel. */
const snap = (length: number, whole: number): number => (Math.abs(length - whole) < 1 ? whole : length);

/** Returns the placement of a layer's image, of this size, in the frame. */
export function getPlace(scene: Scene, size: Size, layer: Layer, { width, height }: Size): Placement {
  const { region } = layer;
  const [across, down] = [(region.right - region.left) * width, (region.bottom - region.top) * height];
  const [a, d] = [layer.width / across, layer.height / down];
  const toBox = { a, b: 0, c: 0, d, e: -region.left * width * a, f: -region.top * height * d };
  return {
    matrix: exact(combine(toCanvas(scene, size), combine(layer.matrix, toBox))),
    region: {
      left: region.left * width,
      top: region.top * height,
      right: region.right * width,
      bottom: region.bottom * height,
    },
    clip: getClip(scene, size, layer),
  };
}

/** Returns the placement of a bitmap whose corner is at `x`, `y` of a layer's box, with `scale` pixels per pixel of the box. */
export function placeRaster(
  scene: Scene,
  size: Size,
  layer: Layer,
  raster: Size & { readonly x: number; readonly y: number; readonly scale: number },
): Placement {
  const { width, height, x, y, scale } = raster;
  const toBox = { a: 1 / scale, b: 0, c: 0, d: 1 / scale, e: x, f: y };
  return {
    matrix: exact(combine(toCanvas(scene, size), combine(layer.matrix, toBox))),
    region: { left: 0, top: 0, right: width, bottom: height },
    clip: getClip(scene, size, layer),
  };
}

function getClip(scene: Scene, size: Size, { clip }: Layer): Edges | null {
  if (!clip) {
    return null;
  }
  const { a, d, e, f } = toCanvas(scene, size);
  return {
    left: a * clip.x + e,
    top: d * clip.y + f,
    right: a * (clip.x + clip.width) + e,
    bottom: d * (clip.y + clip.height) + f,
  };
}

/** Removes floating-point noise, so that upright layers at their own size are recognised. */
function exact(matrix: Matrix): Matrix {
  const clean = (value: number): number => (Math.abs(value - Math.round(value)) < 1e-7 ? Math.round(value) : value);
  const { a, b, c, d, e, f } = matrix;
  return { a: clean(a), b: clean(b), c: clean(c), d: clean(d), e: clean(e), f: clean(f) };
}
