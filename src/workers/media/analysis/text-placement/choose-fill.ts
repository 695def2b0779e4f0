import type { Size } from '#core/lib/size.ts';
import type { Letters } from './coverage.ts';

/** A frame on a grid: the class of each cell's relative luminance, whose square root is a share of 255, and its matte. */
export type Backdrop = { readonly width: number; readonly levels: Uint8Array; readonly alpha: Uint8Array };

/** The fills to choose from. */
export const usualFills = ['#ffffff', '#111111'] as const;
/** The minimum contrast for letters of this size; WCAG 2 requires 3 for letters of 24 px. */
const enough = 2.5;
/** The share of the cells around the letters that may contrast less than the reported contrast. */
const strayShare = 0.15;
/** The number of luminance classes. They fit in a byte, and are narrower where it is dark. */
const classCount = 256;

type Fill = { readonly fill: string; readonly contrast: number };

/**
 * Chooses the fill that contrasts in luminance with the background around and between the letters. Of several, it chooses the one
 * that contrasts most with the subject in front of them, so that letters and subject stay distinct. `contrast` is the ratio of WCAG
 * 2 that all but a few cells behind the letters have.
 */
export function chooseFill(
  letters: Letters,
  backdrops: readonly Backdrop[],
  fills: readonly string[] = usualFills,
  move: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): Fill {
  const { behind, before } = countLuminances(letters, backdrops, move);
  const judged = fills.map((fill) => ({
    fill,
    contrast: getContrast(fill, behind),
    beside: getContrast(fill, before),
  }));
  const areAllEnough = judged.every(({ contrast }) => contrast >= enough);
  const [best] = judged.toSorted((one, other) =>
    areAllEnough ? other.beside - one.beside : other.contrast - one.contrast,
  );
  return { fill: best?.fill ?? usualFills[0], contrast: best?.contrast ?? 1 };
}

/** Counts the luminance classes of the cells that letters touch: of the background, and of the subject in front of them. */
function countLuminances(
  { left, top, width, height, shares }: Letters,
  backdrops: readonly Backdrop[],
  move: { readonly x: number; readonly y: number },
): { readonly behind: Uint32Array; readonly before: Uint32Array } {
  const counts = { behind: new Uint32Array(classCount), before: new Uint32Array(classCount) };
  for (const { width: stride, levels, alpha } of backdrops) {
    for (let y = 0, at = 0; y < height; y++) {
      let cell = (top + move.y + y) * stride + left + move.x;
      for (const end = at + width; at < end; at++, cell++) {
        if (shares[at]) {
          const among = (alpha[cell] ?? 0) < 128 ? counts.behind : counts.before;
          const index = levels[cell] ?? 0;
          among[index] = (among[index] ?? 0) + 1;
        }
      }
    }
  }
  return counts;
}

/** Returns the contrast of a fill with these luminances, without the few lowest; 1 if there are none. */
function getContrast(fill: string, counts: Uint32Array): number {
  const own = getLuminance(...readColor(fill));
  const ratios = Array.from(counts, (count, index) => {
    const level = (index / (classCount - 1)) ** 2;
    return { count, ratio: (Math.max(own, level) + 0.05) / (Math.min(own, level) + 0.05) };
  }).filter(({ count }) => count > 0);
  let left = strayShare * ratios.reduce((sum, { count }) => sum + count, 0);
  const sorted = ratios.toSorted((one, other) => one.ratio - other.ratio);
  return sorted.find(({ count }) => (left -= count) < 0)?.ratio ?? 1;
}

/** Returns the class of the relative luminance of each pixel, of four bytes in sRGB. */
export function toLevels(rgba: ArrayLike<number>): Uint8Array {
  const levels = new Uint8Array(rgba.length >> 2);
  for (let at = 0; at < levels.length; at++) {
    const luminance = getLuminance(rgba[4 * at] ?? 0, rgba[4 * at + 1] ?? 0, rgba[4 * at + 2] ?? 0);
    levels[at] = Math.sqrt(luminance) * (classCount - 1) + 0.5;
  }
  return levels;
}

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const getLuminance = (red: number, green: number, blue: number): number =>
  0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0);

function readColor(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Halves a frame, whose size is even: takes every second cell, because letters are much larger. */
export function halvedBackdrop({ width, levels, alpha }: Backdrop, grid: Size): Backdrop {
  const [halfWidth, halfHeight] = [width >> 1, grid.height >> 1];
  const from = (at: number): number => 2 * Math.floor(at / halfWidth) * width + 2 * (at % halfWidth);
  const length = halfWidth * halfHeight;
  return {
    width: halfWidth,
    levels: Uint8Array.from({ length }, (_, at) => levels[from(at)] ?? 0),
    alpha: Uint8Array.from({ length }, (_, at) => alpha[from(at)] ?? 0),
  };
}
