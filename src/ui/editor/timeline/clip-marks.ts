import type { Item } from '#core/timeline/document.ts';
import { getEnvelope } from '#core/timeline/envelope.ts';
import { animatedProperties } from '#core/timeline/properties.ts';

/** The distance in pixels below which keyframes share a mark. */
const markPx = 6;

/** Returns the times of all keyframes, in seconds from the start of the clip; marks that would touch are merged. */
export function keyframeMarks(item: Item, pixelsPerSecond: number): number[] {
  const times = animatedProperties(item)
    .flatMap(({ value }) => (typeof value === 'number' ? [] : value.keyframes.map(({ atSeconds }) => atSeconds)))
    .filter((seconds) => seconds >= 0 && seconds <= item.durationSeconds)
    .toSorted((one, other) => one - other);
  let last = -Infinity;
  return times.filter((seconds) => {
    const isFar = (seconds - last) * pixelsPerSecond >= markPx;
    last = isFar ? seconds : last;
    return isFar;
  });
}

/** Returns the volume of a clip as the points of a line over a box of 100 by 100. The top is 200 %, the bottom silent. */
export function volumeLine(item: Extract<Item, { volume: unknown }>): string {
  const toY = (amplitude: number): number => 100 - 50 * Math.min(2, amplitude);
  const points = getEnvelope(item.volume, 0).map(({ atSeconds, amplitude }) => ({
    x: (100 * atSeconds) / item.durationSeconds,
    y: toY(amplitude),
  }));
  const [first, last] = [points[0], points.at(-1)];
  return [{ x: 0, y: first?.y ?? 50 }, ...points, { x: 100, y: last?.y ?? 50 }]
    .map(({ x, y }) => `${round(x)},${round(y)}`)
    .join(' ');
}

const round = (value: number): number => Math.round(value * 100) / 100;
