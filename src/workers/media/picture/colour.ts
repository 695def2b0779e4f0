/** The three matrices that video uses; bt601 stands for smpte170m and bt470bg, which have the same numbers. */
export type Matrix = 'bt601' | 'bt709' | 'bt2020';

/** The meaning of pixel values. `tags` is null if the source has none; results then have none either, if possible. */
export type PictureColour = { readonly matrix: Matrix; readonly tags: VideoColorSpaceInit | null };

/** Kr and Kb of ITU-R BT.601, BT.709 and BT.2020 (non-constant luminance). */
const weights: Record<Matrix, { kr: number; kb: number }> = {
  bt601: { kr: 0.299, kb: 0.114 },
  bt709: { kr: 0.2126, kb: 0.0722 },
  bt2020: { kr: 0.2627, kb: 0.0593 },
};

/** Returns the shares of red and blue in luma; green has the rest. */
export const matrixWeights = (matrix: Matrix): { readonly kr: number; readonly kb: number } => weights[matrix];

const matrices: Readonly<Record<string, Matrix>> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  'bt2020-ncl': 'bt2020',
};

/** Returns the matrix that a colour space names; without a name, the usual one for the height. */
export function toMatrix(name: string | null | undefined, height: number): Matrix {
  return matrices[name ?? ''] ?? (height >= 720 ? 'bt709' : 'bt601');
}

/** Returns the usual colour space of an untagged frame with this matrix. */
export function usualColorSpace(matrix: Matrix): VideoColorSpaceInit {
  const name = matrix === 'bt601' ? 'smpte170m' : 'bt709';
  return { matrix: name, primaries: name, transfer: name, fullRange: false };
}

export type RgbFactors = {
  readonly luma: number;
  readonly redV: number;
  readonly greenU: number;
  readonly greenV: number;
  readonly blueU: number;
};

/**
 * Returns the factors from limited-range 8-bit YUV to full-range 8-bit RGB: `l = luma * (Y - 16)`, `R = l + redV * V'`, `G = l -
 * greenU * U' - greenV * V'`, `B = l + blueU * U'`, where U' and V' are centred at 0.
 */
export function rgbFactors(matrix: Matrix): RgbFactors {
  const { kr, kb } = weights[matrix];
  const kg = 1 - kr - kb;
  const chroma = 255 / 224;
  return {
    luma: 255 / 219,
    redV: 2 * (1 - kr) * chroma,
    greenU: ((2 * kb * (1 - kb)) / kg) * chroma,
    greenV: ((2 * kr * (1 - kr)) / kg) * chroma,
    blueU: 2 * (1 - kb) * chroma,
  };
}

/** Converts one full-range RGB colour, 0..255, to limited-range YUV, not rounded. */
export function toYuv(rgb: readonly [number, number, number], matrix: Matrix): [number, number, number] {
  const { kr, kb } = weights[matrix];
  const [red, green, blue] = rgb;
  const luma = kr * red + (1 - kr - kb) * green + kb * blue;
  const u = (blue - luma) / (2 * (1 - kb));
  const v = (red - luma) / (2 * (1 - kr));
  return [16 + (luma * 219) / 255, 128 + (u * 224) / 255, 128 + (v * 224) / 255];
}

/**
 * Returns the factors that convert limited-range YUV from one matrix to another: the contributions of the blue and red differences
 * to luma, then to blue and to red.
 */
export function matrixChange(from: Matrix, to: Matrix): readonly [number, number, number, number, number, number] {
  const toRgb = rgbFactors(from);
  const column = (blue: number, red: number): [number, number, number] => {
    const rgb = [toRgb.redV * red, -toRgb.greenU * blue - toRgb.greenV * red, toRgb.blueU * blue] as const;
    const [y, u, v] = toYuv([rgb[0], rgb[1], rgb[2]], to);
    return [y - 16, u - 128, v - 128];
  };
  const [blue, red] = [column(1, 0), column(0, 1)];
  return [blue[0], red[0], blue[1], red[1], blue[2], red[2]];
}

/** Parses `#rrggbb` into three numbers, 0..255. */
export function parseHexColour(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
