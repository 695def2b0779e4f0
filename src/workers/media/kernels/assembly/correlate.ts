import { Floats } from './arrays';

/**
 * Sums the products of a patch and the plane below it, at each of `columns` by `rows` positions, eight positions at a time. Reads
 * up to seven floats after the plane, and writes up to seven after the sums.
 */
export function correlate(
  plane: Floats,
  stride: i32,
  patch: Floats,
  width: i32,
  height: i32,
  sums: Floats,
  columns: i32,
  rows: i32,
): void {
  const step = (<usize>stride) << 2;
  const end = (<usize>width) << 2;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x += 8) {
      let early = f32x4.splat(0);
      let late = f32x4.splat(0);
      let line = plane + <usize>y * step + ((<usize>x) << 2);
      let weights = patch;
      for (let row = 0; row < height; row++) {
        for (let at: usize = 0; at < end; at += 4) {
          const weight = v128.load32_splat(weights + at);
          early = f32x4.add(early, f32x4.mul(weight, v128.load(line + at)));
          late = f32x4.add(late, f32x4.mul(weight, v128.load(line + at, 16)));
        }
        weights += end;
        line += step;
      }
      const to = sums + ((<usize>(y * columns + x)) << 2);
      v128.store(to, early);
      v128.store(to, late, 16);
    }
  }
}
