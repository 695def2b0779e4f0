import { useRef } from 'preact/hooks';
import './strips.css';
import { levelFor, piecesOf, pointsOfPiece, spanOf, type PeakPiece, type Span } from './peak-pieces.ts';
import { findPeaks, keyOf, peaksKept, type PeakPoints } from './peaks.ts';
import { useStrip, type Box } from './use-strip.ts';

/**
 * The sound of a span of a file, in its seconds, over the whole of the box that the component stands in; its colour is the
 * text colour there. A line until it is there, or when it cannot be read.
 */
export function Waveform({ assetId, fromSeconds, toSeconds }: { assetId: string } & Span) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const span = { fromSeconds, toSeconds };
  const piecesFor = ({ width }: Box): PeakPiece[] =>
    piecesOf(span, levelFor(width / Math.max(1e-3, toSeconds - fromSeconds)));
  useStrip(canvas, {
    keep: peaksKept,
    keysFor: (box) => piecesFor(box).map((piece) => keyOf(assetId, piece)),
    paint: (context, box) => {
      context.fillStyle = getComputedStyle(context.canvas).color;
      context.fillRect(0, box.height / 2 - 0.5, box.width, 1);
      for (const piece of piecesFor(box)) {
        const found = findPeaks(assetId, piece);
        if (found) {
          paintPiece(context, { box, span, drawn: spanOf(piece), held: spanOf(found.piece), points: found.points });
        }
      }
    },
  });
  return <canvas class="strip" ref={canvas} aria-hidden="true" />;
}

/** Draws the time `drawn` of the points that span `held`. */
function paintPiece(
  context: CanvasRenderingContext2D,
  parts: { box: Box; span: Span; drawn: Span; held: Span; points: PeakPoints },
): void {
  const { box, span, drawn, held, points } = parts;
  const pixelsPerSecond = box.width / (span.toSeconds - span.fromSeconds);
  const step = (held.toSeconds - held.fromSeconds) / pointsOfPiece;
  const indexAt = (seconds: number): number => Math.floor((seconds - held.fromSeconds) / step);
  const first = Math.max(0, indexAt(Math.max(drawn.fromSeconds, span.fromSeconds)));
  const last = Math.min(pointsOfPiece, indexAt(Math.min(drawn.toSeconds, span.toSeconds)) + 2);
  const toX = (index: number): number => (held.fromSeconds + index * step - span.fromSeconds) * pixelsPerSecond;
  const middle = box.height / 2;
  context.beginPath();
  context.moveTo(toX(first), middle);
  for (let index = first; index < last; index += 1) {
    context.lineTo(toX(index), middle - Math.max(0.5, toHeight(points.high[index] ?? 0) * middle));
  }
  for (let index = last - 1; index >= first; index -= 1) {
    context.lineTo(toX(index), middle + Math.max(0.5, toHeight(-(points.low[index] ?? 0)) * middle));
  }
  context.closePath();
  context.fill();
}

/** Quiet speech would be hardly seen if half the amplitude had half the height. */
const toHeight = (amplitude: number): number => Math.max(0, amplitude) ** 0.7;
