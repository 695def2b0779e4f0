import { levelSeconds, toLevel } from '#core/analysis/sound-levels.ts';
import type { CutPicture } from '#core/analysis/cut-picture.ts';

export const colours = {
  background: '#12161c',
  kept: '#8fb8ff',
  silence: '#ff6a60',
  noise: '#f5a623',
  threshold: '#ffffff',
  text: '#d5dbe3',
} as const;

/** The width of a bar, and the distance from bar to bar, in pixels. */
const barWidth = 3;
const barStep = 4;
/** The opacity of the tint of cuts, as two hex digits. */
const tint = '26';
/** The range of the graph below the threshold, and its minimum range above the threshold, in decibels. */
const belowDb = 30;
const aboveDb = 24;

type Area = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Draws the loudness of a span of audio: bars of a few pixels, in another colour for cuts, with the threshold on top. */
export function drawGraph(
  context: OffscreenCanvasRenderingContext2D,
  levels: Uint8Array,
  { span, cuts, thresholdDb }: Pick<CutPicture, 'span' | 'cuts' | 'thresholdDb'>,
  { left, top, width, height }: Area,
): void {
  const secondsPerPixel = (span.endSeconds - span.startSeconds) / width;
  const bottom = toLevel(thresholdDb - belowDb);
  const peak = levels.reduce((most, level) => Math.max(most, level), 0);
  const range = Math.max(toLevel(thresholdDb + aboveDb), peak) - bottom;
  const getHeight = (level: number): number => Math.max(2, (height * (level - bottom)) / range);
  const toX = (seconds: number): number => (seconds - span.startSeconds) / secondsPerPixel;
  for (const cut of cuts) {
    const start = Math.max(0, toX(cut.startSeconds));
    context.fillStyle = colours[cut.kind] + tint;
    context.fillRect(left + start, top, Math.max(1, Math.min(width, toX(cut.endSeconds)) - start), height);
  }
  for (let x = 0; x + barWidth <= width; x += barStep) {
    const from = span.startSeconds + x * secondsPerPixel;
    const to = from + barStep * secondsPerPixel;
    const cut = cuts.find(
      ({ startSeconds, endSeconds }) => startSeconds <= (from + to) / 2 && endSeconds > (from + to) / 2,
    );
    const barHeight = getHeight(getLoudest(levels, from, to));
    context.fillStyle = cut ? colours[cut.kind] : colours.kept;
    context.fillRect(left + x, top + height - barHeight, barWidth, barHeight);
  }
  const thresholdTop = top + height - getHeight(toLevel(thresholdDb));
  context.fillStyle = colours.threshold;
  context.globalAlpha = 0.6;
  for (let x = 0; x < width; x += 8) {
    context.fillRect(left + x, thresholdTop, 4, 1);
  }
  context.globalAlpha = 1;
}

function getLoudest(levels: Uint8Array, from: number, to: number): number {
  const first = Math.floor(from / levelSeconds);
  const part = levels.subarray(first, Math.max(first + 1, Math.ceil(to / levelSeconds)));
  return part.reduce((most, level) => Math.max(most, level), 0);
}
