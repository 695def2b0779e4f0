import type { Letters } from './coverage.ts';

/** A frame on the grid of the mattes: its colours in sRGB, four bytes a cell, and its matte. */
export type Backdrop = { readonly width: number; readonly rgba: ArrayLike<number>; readonly alpha: Uint8Array };

/** What letters may be filled with. */
const fills = ['#ffffff', '#111111'] as const;
/** As much contrast is enough for letters of this size; WCAG 2 asks for 3 for letters of 24 px. */
const enough = 2.5;
/** So many of the cells around the letters may contrast less than is told. */
const strayShare = 0.15;

/**
 * The fill that contrasts in luminance with what is seen around and between the letters. Where both do, it is the one that
 * contrasts more with the subject in front of them, so that they do not run into each other. `contrast` is the ratio of WCAG 2
 * that all but a few cells behind the letters have.
 */
export function chooseFill(
  letters: Letters,
  backdrops: readonly Backdrop[],
): { readonly fill: string; readonly contrast: number } {
  const behind = backdrops.flatMap((backdrop) => listLevels(letters, backdrop, false));
  const before = backdrops.flatMap((backdrop) => listLevels(letters, backdrop, true));
  const judged = fills.map((fill) => ({ fill, contrast: contrastOf(fill, behind), beside: contrastOf(fill, before) }));
  const [white, dark] = judged;
  if (!white || !dark) {
    throw new TypeError('there are two fills');
  }
  const areBothEnough = Math.min(white.contrast, dark.contrast) >= enough;
  const isWhite = areBothEnough ? white.beside >= dark.beside : white.contrast >= dark.contrast;
  const { fill, contrast } = isWhite ? white : dark;
  return { fill, contrast };
}

/** The contrast of a fill with these luminances, but for the few with the least. */
function contrastOf(fill: string, levels: readonly number[]): number {
  const own = luminanceOf(...readColor(fill));
  const ratios = levels.map((level) => (Math.max(own, level) + 0.05) / (Math.min(own, level) + 0.05));
  return ratios.toSorted((one, other) => one - other)[Math.floor(strayShare * ratios.length)] ?? 1;
}

/** The luminances of the cells that letters touch, of those that the subject covers or of the others. */
function listLevels(
  { left, top, width, height, shares }: Letters,
  { width: stride, rgba, alpha }: Backdrop,
  isCovered: boolean,
): number[] {
  const levels: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (top + y) * stride + left + x;
      if ((shares[y * width + x] ?? 0) > 0 && (alpha[cell] ?? 0) >= 128 === isCovered) {
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
