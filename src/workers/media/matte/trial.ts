import type { Size } from '#core/size.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { Reducer, type SmallPicture } from '../picture/small-picture.ts';

/** A frame to try painters with, as often as it is wanted, and what a model would make of it. */
export type Trial = {
  readonly small: SmallPicture;
  /** 0..255. */
  readonly matte: Float32Array;
  readonly toFrame: () => { planes: Planes; ownAlpha: null; alpha: Uint8ClampedArray<ArrayBuffer> };
};

/** A soft disc before a wall of many colours, so that there is subject, background and much edge. */
export function drawTrial(full: Size, grid: Size): Trial {
  const picture = createPlanes(full.width, full.height);
  const cover = createPlanes(full.width, full.height);
  for (let y = 0; y < full.height; y++) {
    for (let x = 0; x < full.width; x++) {
      const distance = Math.hypot(x / full.width - 0.5, y / full.height - 0.5);
      const share = Math.min(1, Math.max(0, (0.3 - distance) * 20 + 0.5));
      const at = y * full.width + x;
      const chroma = (y >> 1) * picture.chromaWidth + (x >> 1);
      cover.y[at] = 255 * share;
      picture.y[at] = share * (60 + ((x * 7 + y * 3) % 40)) + (1 - share) * (140 + ((x + 5 * y) % 60));
      picture.u[chroma] = share * 110 + (1 - share) * (103 + (50 * x) / full.width);
      picture.v[chroma] = share * 160 + (1 - share) * (98 + (60 * y) / full.height);
    }
  }
  const reducer = new Reducer(full, grid);
  reducer.reduce(cover);
  const matte = reducer.small.y.slice();
  reducer.reduce(picture);
  const toFrame: Trial['toFrame'] = () => ({
    planes: createPlanes(full.width, full.height, picture.bytes.slice()),
    ownAlpha: null,
    alpha: new Uint8ClampedArray(full.width * full.height),
  });
  return { small: reducer.small, matte, toFrame };
}
