import { useRef } from 'preact/hooks';
import './strips.css';
import { levelFor, piecesOf, spanOf, type PeakPiece, type Span } from './peak-pieces.ts';
import { findPeaks, keyOf, peaksKept } from './peaks.ts';
import { useStrip, type Box } from './use-strip.ts';
import { linePath, wavePath } from './wave-path.ts';

/**
 * The sound of a span of a file, in its seconds, over the whole of the box that the component stands in; its colour is the
 * text colour there. A line until it is there, or when it cannot be read.
 */
export function Waveform({ assetId, fromSeconds, toSeconds }: { assetId: string } & Span) {
  const path = useRef<SVGPathElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const span = { fromSeconds, toSeconds };
  const piecesFor = ({ width }: Box): PeakPiece[] =>
    piecesOf(span, levelFor(width / Math.max(1e-3, toSeconds - fromSeconds)));
  useStrip(svg, {
    keep: peaksKept,
    keysFor: (box) => piecesFor(box).map((piece) => keyOf(assetId, piece)),
    paint: (_, box) => {
      const waves = piecesFor(box).map((piece) => {
        const found = findPeaks(assetId, piece);
        return found ? wavePath({ box, span, drawn: spanOf(piece), held: spanOf(found.piece), ...found.points }) : '';
      });
      path.current?.setAttribute('d', linePath(box) + waves.join(''));
    },
  });
  return (
    <svg class="strip strip-sound" ref={svg} aria-hidden="true">
      <path ref={path} />
    </svg>
  );
}
