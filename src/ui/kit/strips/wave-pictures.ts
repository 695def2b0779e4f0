import { waveShades } from '#core/lib/wave-picture.ts';
import { call } from '#ui/app/client.ts';
import { drawPictures } from './draw-pictures.ts';
import { StripCache } from './strip-cache.ts';
import { levelsFrom, getPieces, pointsOfPiece, getSpan, type PeakPiece, type Span } from './peak-pieces.ts';

/** A segment of a waveform as an image, one pixel per point, with a URL of this page. */
type WavePicture = { readonly url: string; readonly rowPx: number };

/** An image, and its time span in the audio. */
export type Wave = Span & { readonly url: string };

const costMax = 96 * 1024 ** 2;

/** The waveform images that were drawn, shared by all views. */
export const waveCache = new StripCache<WavePicture>({
  read: async (key, signal) => {
    const [material = '', level, index, row, track] = key.split(' ');
    const { fromSeconds: from, toSeconds: to } = getSpan({ level: Number(level), index: Number(index) });
    const query = { from, to, count: pointsOfPiece, ...(track && { audioTrack: Number(track) }) };
    const { min, max } = await call('getPeaks', { params: { material }, query, signal });
    const rowPx = Number(row);
    const points = { low: Float32Array.from(min), high: Float32Array.from(max) };
    const [url = ''] = await drawPictures({ kind: 'wave', ...points, rowPx });
    return { url, rowPx };
  },
  atOnce: 3,
  // The decoded size.
  getCost: ({ rowPx }) => 4 * pointsOfPiece * rowPx * waveShades.length,
  costMax,
  drop: ({ url }) => URL.revokeObjectURL(url),
});

/** An audio track of a file; the default track without a number. */
export type Sound = { readonly assetId: string; readonly audioTrack?: number | undefined };

export const getKey = ({ assetId, audioTrack }: Sound, { level, index }: PeakPiece, rowPx: number): string =>
  `${assetId} ${level} ${index} ${rowPx} ${audioTrack ?? ''}`;

/**
 * Returns the images of a span: from the finest level, starting at the requested one, that is completely loaded; otherwise
 * the loaded images of the requested level. Levels are not mixed, because translucent images must not overlap.
 */
export function findWaves(sound: Sound, span: Span, wanted: number, rowPx: number): readonly Wave[] {
  const shown = levelsFrom(wanted).find((level) => isWhole(sound, span, level, rowPx)) ?? wanted;
  return getPieces(span, shown).flatMap((piece) => {
    const picture = waveCache.peek(getKey(sound, piece, rowPx));
    return picture ? [{ ...getSpan(piece), url: picture.url }] : [];
  });
}

const isWhole = (sound: Sound, span: Span, level: number, rowPx: number): boolean =>
  getPieces(span, level).every((piece) => waveCache.peek(getKey(sound, piece, rowPx)));
