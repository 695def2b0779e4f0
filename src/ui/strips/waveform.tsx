import { waveShades } from '#core/wave-picture.ts';
import './strips.css';
import { fitChildren } from './fit-children.ts';
import { levelFor, piecesOf, spanOf, type PeakPiece, type Span } from './peak-pieces.ts';
import { styleOf, useStrip, type Box } from './use-strip.ts';
import { findWave, keyOf, wavesKept } from './wave-pictures.ts';

/**
 * The sound of a span of a file, in its seconds, over the whole of a box, as a shade of what is below it. A line until it is there,
 * or when it cannot be read.
 */
export function Waveform({ assetId, fromSeconds, toSeconds, box }: { assetId: string; box: Box } & Span) {
  const span = { fromSeconds, toSeconds };
  const pieces = piecesOf(span, levelFor(box.width / Math.max(1e-3, toSeconds - fromSeconds)));
  const paint = useStrip({
    box,
    keep: wavesKept,
    keysFor: () => pieces.map((piece) => keyOf(assetId, piece, rowOf(box))),
    paint: (shown) => showPieces(shown, { assetId, span, box, pieces }),
  });
  return <div class="strip strip-sound" ref={paint} style={styleOf(box)} aria-hidden="true" />;
}

type Shown = {
  readonly assetId: string;
  readonly span: Span;
  readonly box: Box;
  readonly pieces: readonly PeakPiece[];
};

/** An element for each piece, as wide as is seen of it; the picture of the piece, or of a longer one, is moved behind it. */
function showPieces(parent: HTMLElement, { assetId, span, box, pieces }: Shown): void {
  const toPx = (seconds: number): number => (seconds * box.width) / (span.toSeconds - span.fromSeconds);
  fitChildren(parent, pieces.length).forEach((child, index) => {
    const piece = pieces[index];
    if (piece) {
      const wave = findWave(assetId, piece, rowOf(box));
      const held = spanOf(wave?.piece ?? piece);
      const { fromSeconds, toSeconds } = spanOf(piece);
      const from = Math.max(span.fromSeconds, fromSeconds);
      child.toggleAttribute('data-line', !wave);
      child.style.inlineSize = `${toPx(Math.min(span.toSeconds, toSeconds) - from)}px`;
      child.style.backgroundImage = wave ? `url(${wave.url})` : '';
      child.style.backgroundPositionX = wave ? `${toPx(held.fromSeconds - from)}px` : '';
      child.style.backgroundSize = wave
        ? `${toPx(held.toSeconds - held.fromSeconds)}px ${100 * waveShades.length}%`
        : '';
    }
  });
}

/** The height of a picture's rows: drawn for the box, a line stays a line of a pixel. */
const rowOf = ({ height }: Box): number => Math.max(1, Math.round(height * devicePixelRatio));
