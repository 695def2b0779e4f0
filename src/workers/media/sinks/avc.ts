/** Level times ten, the most macroblocks a second, and in a picture: ITU-T H.264, table A-1. */
const levels = [
  [30, 40_500, 1_620],
  [31, 108_000, 3_600],
  [40, 245_760, 8_192],
  [42, 522_240, 8_704],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [52, 2_073_600, 36_864],
] as const;

/** The codec strings of H.264 to try, best profile first (high, main, constrained baseline), at the lowest level that fits. */
export function avcCodecs(width: number, height: number, frameRate: number): string[] {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = levels.find(([, rate, size]) => blocks <= size && blocks * frameRate <= rate)?.[0] ?? 62;
  const suffix = level.toString(16).padStart(2, '0');
  return ['6400', '4d00', '42e0'].map((profile) => `avc1.${profile}${suffix}`);
}
