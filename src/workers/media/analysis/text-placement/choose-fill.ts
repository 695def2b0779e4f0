import type { Letters } from './coverage.ts';

/** A frame on the grid of the mattes: its colours in sRGB, four bytes a cell, and its matte. */
export type Backdrop = { readonly width: number; readonly rgba: ArrayLike<number>; readonly alpha: Uint8Array };

/** What letters may be filled with: white first, since it looks right over almost everything. */
const fills = ['#ffffff', '#111111'] as const;
/** The contrast of large letters that is asked for by WCAG 2. */
const enough = 3;
/** So many of the cells around the letters may contrast less than is told. */
const strayShare = 0.15;

/**
 * The fill that contrasts most in luminance with what is seen around and between the letters; white where that is enough. `contrast`
 * is the ratio of WCAG 2 that all but a few cells have.
 */
export function chooseFill(
  letters: Letters,
  backdrops: readonly Backdrop[],
): { readonly fill: string; readonly contrast: number } {
  const levels = backdrops.flatMap((backdrop) => listLevels(letters, backdrop));
  const judged = fills.map((fill) => ({ fill, contrast: contrastOf(fill, levels) }));
  const [white, dark] = judged;
  if (!white || !dark) {
    return { fill: fills[0], contrast: 1 };
  }
  return white.contrast >= Math.min(enough, dark.contrast) ? white : dark;
}

/** The contrast of a fill with these luminances, but for the few with the least. */
function contrastOf(fill: string, levels: readonly number[]): number {
  const own = luminanceOf(...readColor(fill));
  const ratios = levels.map((level) => (Math.max(own, level) + 0.05) / (Math.min(own, level) + 0.05));
  return ratios.toSorted((one, other) => one - other)[Math.floor(strayShare * ratios.length)] ?? 1;
}

/** The luminances of the cells that letters touch and the subject does not. */
function listLevels({ left, top, width, height, shares }: Letters, { width: stride, rgba, alpha }: Backdrop): number[] {
  const levels: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (top + y) * stride + left + x;
      if ((shares[y * width + x] ?? 0) > 0 && (alpha[cell] ?? 0) < 128) {
        levels.push(luminanceOf(rgba[4 * cell] ?? 0, rgba[4 * cell + 1] ?? 0, rgba[4 * cell + 2] ?? 0));
      }
    }
  }
  return levels;
}

/** Relative luminance, 0 to 1, of a colour in sRGB. */
const luminanceOf = (red: number, green: number, blue: number): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);

function toLinear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function readColor(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
