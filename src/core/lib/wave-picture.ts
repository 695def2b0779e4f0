/** The minimum and maximum of each point of a waveform, -1 to 1. */
export type WavePoints = { readonly low: Float32Array; readonly high: Float32Array };

/** The CSS colors of a waveform: in the light and in the dark theme, and the same for muted audio. */
export const waveShades = ['#0009', '#fff9', '#0003', '#fff3'] as const;

/** Returns the outline of points around the middle of a row, as SVG path data in pixels. One pixel at the row's edges is free. */
export function wavePath({ low, high }: WavePoints, topPx: number, rowPx: number): string {
  const middle = topPx + rowPx / 2;
  const above = getOutline(high, (height) => middle - height, rowPx);
  const below = getOutline(
    low.map((value) => -value),
    (height) => middle + height,
    rowPx,
  );
  return `M${above.join('L')}L${below.toReversed().join('L')}z`;
}

/** Returns each point in the middle of its pixel, the first and the last extended to the ends. */
function getOutline(amplitudes: Float32Array, toY: (height: number) => number, rowPx: number): string[] {
  const ys = Array.from(amplitudes, (amplitude) => {
    const height = Math.max(0.5, toHeight(amplitude) * (rowPx / 2 - 1));
    return Math.round(10 * toY(height)) / 10;
  });
  return [`0 ${ys[0] ?? 0}`, ...ys.map((y, index) => `${index + 0.5} ${y}`), `${ys.length} ${ys.at(-1) ?? 0}`];
}

/** Converts an amplitude to a height. A linear scale would make quiet speech almost invisible. */
const toHeight = (amplitude: number): number => Math.max(0, amplitude) ** 0.7;
