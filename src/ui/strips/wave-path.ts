import { pointsOfPiece, type Span } from './peak-pieces.ts';

/** Peaks as a shape in a box of pixels that shows `span`: the time `drawn` of the points, -1 to 1, that span `held`. */
type Wave = {
  readonly box: { readonly width: number; readonly height: number };
  readonly span: Span;
  readonly drawn: Span;
  readonly held: Span;
  readonly low: Float32Array;
  readonly high: Float32Array;
};

/** The outline of a wave around the middle of its box, as data of an SVG path; it stays within the box. */
export function wavePath({ box, span, drawn, held, low, high }: Wave): string {
  const pixelsPerSecond = box.width / (span.toSeconds - span.fromSeconds);
  const step = (held.toSeconds - held.fromSeconds) / pointsOfPiece;
  const indexAt = (seconds: number): number => Math.floor((seconds - held.fromSeconds) / step);
  const first = Math.max(0, indexAt(Math.max(drawn.fromSeconds, span.fromSeconds)));
  const last = Math.min(pointsOfPiece, indexAt(Math.min(drawn.toSeconds, span.toSeconds)) + 2);
  const middle = box.height / 2;
  const toX = (index: number): number =>
    Math.min(box.width, Math.max(0, (held.fromSeconds + index * step - span.fromSeconds) * pixelsPerSecond));
  const above: string[] = [];
  const below: string[] = [];
  for (let index = first; index < last; index += 1) {
    const x = round(toX(index));
    above.push(`${x} ${round(middle - Math.max(0.5, toHeight(high[index] ?? 0) * middle))}`);
    below.push(`${x} ${round(middle + Math.max(0.5, toHeight(-(low[index] ?? 0)) * middle))}`);
  }
  return above.length === 0 ? '' : `M${above.join('L')}L${below.toReversed().join('L')}z`;
}

/** A line through the middle of a box. */
export const linePath = ({ width, height }: Wave['box']): string =>
  `M0 ${round(height / 2 - 0.5)}h${round(width)}v1H0z`;

/** Quiet speech would be hardly seen if half the amplitude had half the height. */
const toHeight = (amplitude: number): number => Math.max(0, amplitude) ** 0.7;

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
