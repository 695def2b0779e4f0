import type { Planes } from './planes.ts';

const limitedLuma = Uint8Array.from({ length: 256 }, (_, value) => Math.round(16 + (value * 219) / 255));
const limitedChroma = Uint8Array.from({ length: 256 }, (_, value) => Math.round(128 + ((value - 128) * 224) / 255));

/** Converts full range (0..255) to limited range (luma 16..235, chroma 16..240), in place. */
export function limitRange({ y, u, v }: Planes): void {
  for (let i = 0; i < y.length; i++) {
    y[i] = limitedLuma[y[i] ?? 0] ?? 0;
  }
  for (let i = 0; i < u.length; i++) {
    u[i] = limitedChroma[u[i] ?? 0] ?? 0;
    v[i] = limitedChroma[v[i] ?? 0] ?? 0;
  }
}
