import { waveShades } from '#core/lib/wave-picture.ts';
import './strips.css';
import { toDevicePixels } from './device-pixels.ts';
import { levelFor, getPieces, type Span } from './peak-pieces.ts';
import { getStyle, useStrip, type Box } from './use-strip.ts';
import { findWaves, getKey, waveCache, type Sound, type Wave } from './wave-pictures.ts';

type Props = { sound: Sound; box: Box } & Span;

/**
 * The waveform of a file's span, in its seconds, across a box, as a shade of the background. A line until it is loaded,
 * and if it cannot be read.
 */
export function Waveform({ sound, fromSeconds, toSeconds, box }: Props) {
  const span = { fromSeconds, toSeconds };
  const level = levelFor(box.width / Math.max(1e-3, toSeconds - fromSeconds));
  const paint = useStrip({
    box,
    keep: waveCache,
    keysFor: () => getPieces(span, level).map((piece) => getKey(sound, piece, getRow(box))),
    paint: (strip) => showWaves(strip, findWaves(sound, span, level, getRow(box)), span, box),
  });
  return <div class="strip strip-sound" ref={paint} style={getStyle(box)} aria-hidden="true" />;
}

/** Adjacent images, each at its position in time; the style sheet selects one of their rows. */
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

/** The height of the rows of an image: drawn at the box's size, so that a line stays one pixel thick. */
const getRow = ({ height }: Box): number => Math.max(1, Math.round(height * devicePixelRatio));
