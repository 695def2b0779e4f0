/** Level times ten, the maximum macroblocks per second, and per frame: ITU-T H.264, table A-1. */
const levels = [
  [30, 40_500, 1_620],
  [31, 108_000, 3_600],
  [40, 245_760, 8_192],
  [42, 522_240, 8_704],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [52, 2_073_600, 36_864],
] as const;

/**
 * Returns the codec strings of H.264 to try, at the lowest level that fits: high profile first, then main, then constrained
 * baseline. Empty for frames larger than any listed level. A level also limits the sides, to the root of eight times its
 * macroblocks; browsers claim more, and fail at the first frame.
 */
export function avcCodecs(width: number, height: number, frameRate: number): string[] {
  const [across, down] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  const blocks = across * down;
  const holding = levels.filter(([, , size]) => blocks <= size && Math.max(across, down) <= Math.sqrt(8 * size));
  if (holding.length === 0) {
    return [];
  }
  const level = holding.find(([, rate]) => blocks * frameRate <= rate)?.[0] ?? 62;
  const suffix = level.toString(16).padStart(2, '0');
  return ['6400', '4d00', '42e0'].map((profile) => `avc1.${profile}${suffix}`);
}
