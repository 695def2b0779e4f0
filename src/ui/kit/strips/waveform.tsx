import { waveShades } from '#core/lib/wave-picture.ts';
import './strips.css';
import { toDevicePixels } from './device-pixels.ts';
import { levelFor, piecesOf, type Span } from './peak-pieces.ts';
import { styleOf, useStrip, type Box } from './use-strip.ts';
import { findWaves, keyOf, waveCache, type Sound, type Wave } from './wave-pictures.ts';

type Props = { sound: Sound; box: Box } & Span;

/**
 * The sound of a span of a file, in its seconds, over the whole of a box, as a shade of what is below it. A line until it is there,
 * or when it cannot be read.
 */
export function Waveform({ sound, fromSeconds, toSeconds, box }: Props) {
  const span = { fromSeconds, toSeconds };
  const level = levelFor(box.width / Math.max(1e-3, toSeconds - fromSeconds));
  const paint = useStrip({
    box,
    keep: waveCache,
    keysFor: () => piecesOf(span, level).map((piece) => keyOf(sound, piece, rowOf(box))),
    paint: (strip) => showWaves(strip, findWaves(sound, span, level, rowOf(box)), span, box),
  });
  return <div class="strip strip-sound" ref={paint} style={styleOf(box)} aria-hidden="true" />;
}

/** Pictures beside each other, each at its place in time; the style sheet takes one of their rows. */
function showWaves(strip: HTMLElement, waves: readonly Wave[], { fromSeconds, toSeconds }: Span, { width }: Box): void {
  const toPx = (seconds: number): number =>
    toDevicePixels(((seconds - fromSeconds) * width) / (toSeconds - fromSeconds));
  const list = (toText: (wave: Wave) => string): string => waves.map(toText).join();
  strip.toggleAttribute('data-line', waves.length === 0);
  strip.style.backgroundImage = list(({ url }) => `url(${url})`);
  strip.style.backgroundPositionX = list((wave) => `${toPx(wave.fromSeconds)}px`);
  strip.style.backgroundSize = list(
    (wave) => `${toPx(wave.toSeconds) - toPx(wave.fromSeconds)}px ${100 * waveShades.length}%`,
  );
}

/** The height of a picture's rows: drawn for the box, a line stays a line of a pixel. */
const rowOf = ({ height }: Box): number => Math.max(1, Math.round(height * devicePixelRatio));
