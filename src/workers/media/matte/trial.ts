import type { Size } from '#core/size.ts';
import type { Planes } from '../picture/planes.ts';
import { Reducer, type SmallPicture } from '../picture/small-picture.ts';
import type { Workspace } from '../picture/workspace.ts';

/** A frame to try painters with, which can be created repeatedly, and its model result. */
export type Trial = {
  readonly small: SmallPicture;
  /** The matte, 0..255. */
  readonly matte: Float32Array;
  /** Creates the frame again, in the same memory. */
  readonly toFrame: () => { planes: Planes; ownAlpha: null; alpha: Uint8ClampedArray<ArrayBuffer> };
};

/** Draws a soft disc in front of a wall of many colours, so that there are subject, background and a long edge. */
export function drawTrial({ full, kernels, free, alphaPixels }: Workspace, grid: Size): Trial {
  const reducer = new Reducer(full, grid, kernels);
  draw(full, free, (share) => [255 * share, 128, 128]);
  reducer.reduce(free);
  const matte = reducer.small.y.slice();
  draw(full, free, (share, x, y) => [
    share * (60 + ((x * 7 + y * 3) % 40)) + (1 - share) * (140 + ((x + 5 * y) % 60)),
    share * 110 + (1 - share) * (103 + (50 * x) / full.width),
    share * 160 + (1 - share) * (98 + (60 * y) / full.height),
  ]);
  reducer.reduce(free);
  const picture = free.bytes.slice();
  const toFrame: Trial['toFrame'] = () => {
    free.bytes.set(picture);
    alphaPixels.fill(0);
    return { planes: free, ownAlpha: null, alpha: alphaPixels };
  };
  return { small: reducer.small, matte, toFrame };
}

/** Draws pixels. `colourAt` receives the disc's share of a pixel, 0..1, and its position. */
function draw(
  { width, height }: Size,
  target: Planes,
  colourAt: (share: number, x: number, y: number) => readonly [number, number, number],
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x / width - 0.5, y / height - 0.5);
      const share = Math.min(1, Math.max(0, (0.3 - distance) * 20 + 0.5));
      const chroma = (y >> 1) * target.chromaWidth + (x >> 1);
      const [luma, blue, red] = colourAt(share, x, y);
      target.y[y * width + x] = luma;
      target.u[chroma] = blue;
      target.v[chroma] = red;
    }
  }
}
