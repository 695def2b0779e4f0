import { expect, it } from 'vitest';
import { Workspace } from '../picture/workspace.ts';
import { ForegroundPainter, type FoundColours } from './foreground-painter.ts';
import { cell } from './guided-filter.ts';

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const toByte = (value: number): number => Math.floor(clamp(value, 0, 255) + 0.5);

function mix(shown: number, share: number, subject: number, background: number): number {
  const across = background - subject;
  const beyond = shown - background + share * across;
  const lean = clamp(beyond, Math.min(0, across), Math.max(0, across));
  return toByte(subject + share * beyond - (share - share ** 4) * lean);
}

/** Returns pseudo-random numbers. */
const noise = (at: number, most: number): number => ((at * 7919 + (at >> 5) * 104_729) % 1009) % (most + 1);

it.each([
  [96, 64, 32, 32, true, null],
  [97, 63, 32, 24, true, null],
  [97, 63, 32, 24, true, { u: -0.6, v: -0.8, strength: 0.7 }],
  [97, 63, 32, 24, false, null],
  [31, 17, 64, 64, true, { u: 0.8, v: -0.6, strength: 1 }],
  [1, 9, 16, 16, true, null],
])('paints %i x %i by a grid of %i x %i, with decontamination %s and the screen %j', (...one) => {
  const [width, height, gridWidth, gridHeight, isDecontaminating, screen] = one;
  const grid = { width: gridWidth, height: gridHeight };
  const size = gridWidth * gridHeight;
  const { kernels, free, alphaPixels: alpha } = new Workspace({ width, height }, grid, 1);
  const colours = (): Float32Array => kernels.floats(3 * size).map((_, at) => noise(at, 200) + 20);
  const own = { subject: kernels.floats(3 * size), background: kernels.floats(3 * size), limits: kernels.floats(size) };
  own.subject.set(colours());
  own.background.set(colours().map((value) => 255 - value));
  own.limits.forEach((_, at) => (own.limits[at] = noise(at, 30) - 10));
  const kinds = kernels.bytes(size);
  kinds.forEach(
    (_, at) => (kinds[at] = [cell.edge, cell.edge, cell.edge, cell.background, cell.subject][noise(at, 4)] ?? 0),
  );
  const fill = [90, 120, 140] as const;
  const foreground: FoundColours = {
    kinds,
    subject: own.subject,
    background: own.background,
    hueLimits: own.limits,
    screen,
    fill,
  };
  free.bytes.forEach((_, at) => (free.bytes[at] = noise(at, 255)));
  // Most squares are mixed, some empty, some full.
  alpha.forEach(
    (_, at) =>
      (alpha[at] = clamp(noise(((at % width) >> 3) + 40 * ((at / width) >> 2), 500) + noise(at, 60) - 130, 0, 255)),
  );
  const before = { y: free.y.slice(), u: free.u.slice(), v: free.v.slice() };

  new ForegroundPainter(free, grid, isDecontaminating, kernels).paint(free, alpha, foreground);

  const { chromaWidth, chromaHeight } = free;
  const pick = (plane: Float32Array, channel: number, at: number): number => plane[channel * size + at] ?? 0;
  for (let y = 0; y < chromaHeight; y++) {
    for (let x = 0; x < chromaWidth; x++) {
      const at = Math.floor((y * gridHeight) / chromaHeight) * gridWidth + Math.floor((x * gridWidth) / chromaWidth);
      const square = [0, 1, 2, 3].map((corner) => {
        const column = Math.min(width - 1, 2 * x + (corner & 1));
        return Math.min(height - 1, 2 * y + (corner >> 1)) * width + column;
      });
      const sum = square.reduce((total, pixel) => total + (alpha[pixel] ?? 0), 0);
      const isPainted = kinds[at] === cell.edge && (isDecontaminating || sum === 0);
      const expected = (shown: number, share: number, channel: 0 | 1 | 2): number =>
        kinds[at] === cell.background
          ? fill[channel]
          : isPainted
            ? mix(shown, share, pick(own.subject, channel, at), pick(own.background, channel, at))
            : shown;
      for (const pixel of square) {
        const value = expected(before.y[pixel] ?? 0, (alpha[pixel] ?? 0) / 255, 0);
        expect(Math.abs((free.y[pixel] ?? 0) - value)).toBeLessThanOrEqual(1);
      }
      const chroma = y * chromaWidth + x;
      const u = expected(before.u[chroma] ?? 0, sum / 1020, 1);
      const v = expected(before.v[chroma] ?? 0, sum / 1020, 2);
      const { u: screenU, v: screenV, strength } = (isPainted && screen) || { u: 0, v: 0, strength: 0 };
      const excess = strength * Math.max(0, (u - 128) * screenU + (v - 128) * screenV - (own.limits[at] ?? 0));
      // With a screen, chroma is rounded twice.
      const most = screen ? 2 : 1;
      expect(Math.abs((free.u[chroma] ?? 0) - toByte(u - excess * screenU))).toBeLessThanOrEqual(most);
      expect(Math.abs((free.v[chroma] ?? 0) - toByte(v - excess * screenV))).toBeLessThanOrEqual(most);
    }
  }
});
