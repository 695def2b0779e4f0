/** Level, and the maximum luma pixels per second and per frame, from the VP9 levels of the WebM project. */
const levels = [
  [10, 829_440, 36_864],
  [11, 2_764_800, 73_728],
  [20, 4_608_000, 122_880],
  [21, 9_216_000, 245_760],
  [30, 20_736_000, 552_960],
  [31, 36_864_000, 983_040],
  [40, 83_558_400, 2_228_224],
  [41, 160_432_128, 2_228_224],
  [50, 311_951_360, 8_912_896],
  [51, 588_251_136, 8_912_896],
  [52, 1_176_502_272, 8_912_896],
  [60, 1_176_502_272, 35_651_584],
  [61, 2_353_004_544, 35_651_584],
] as const;

/** Returns the codec string of profile 0, 8 bits, at the lowest level that fits. */
export function vp9Codec(width: number, height: number, frameRate: number): string {
  const picture = width * height;
  const level = levels.find(([, rate, size]) => picture <= size && picture * frameRate <= rate)?.[0] ?? 62;
  return `vp09.00.${level}.08`;
}
