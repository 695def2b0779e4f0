import { waveShades } from '#core/lib/wave-picture.ts';
import { call } from '#ui/app/client.ts';
import { drawPictures } from './draw-pictures.ts';
import { StripCache } from './strip-cache.ts';
import { levelsFrom, piecesOf, pointsOfPiece, spanOf, type PeakPiece, type Span } from './peak-pieces.ts';

/** A piece of a sound as a picture, a pixel for each point, which has an address of this page. */
type WavePicture = { readonly url: string; readonly rowPx: number };

/** A picture, and the time of the sound that it shows. */
export type Wave = Span & { readonly url: string };

const costMax = 96 * 1024 ** 2;

/** The pictures of sounds that were drawn, for all who show them. */
export const waveCache = new StripCache<WavePicture>({
  read: async (key, signal) => {
    const [material = '', level, index, row, track] = key.split(' ');
    const { fromSeconds: from, toSeconds: to } = spanOf({ level: Number(level), index: Number(index) });
    const query = { from, to, count: pointsOfPiece, ...(track && { audioTrack: Number(track) }) };
    const { min, max } = await call('getPeaks', { params: { material }, query, signal });
    const rowPx = Number(row);
    const points = { low: Float32Array.from(min), high: Float32Array.from(max) };
    const [url = ''] = await drawPictures({ kind: 'wave', ...points, rowPx });
    return { url, rowPx };
  },
  atOnce: 3,
  // As it is decoded.
  costOf: ({ rowPx }) => 4 * pointsOfPiece * rowPx * waveShades.length,
  costMax,
  drop: ({ url }) => URL.revokeObjectURL(url),
});

/** An audio track of a file; the default one where its number is absent. */
export type Sound = { readonly assetId: string; readonly audioTrack?: number | undefined };

export const keyOf = ({ assetId, audioTrack }: Sound, { level, index }: PeakPiece, rowPx: number): string =>
  `${assetId} ${level} ${index} ${rowPx} ${audioTrack ?? ''}`;

/**
 * The pictures of a span: those of the finest level, from the one that is wanted on, at which all of it is there; otherwise those
 * that are there of the one that is wanted. Levels are not mixed, as pictures that the ground shines through may not overlap.
 */
export function findWaves(sound: Sound, span: Span, wanted: number, rowPx: number): readonly Wave[] {
  const shown = levelsFrom(wanted).find((level) => isWhole(sound, span, level, rowPx)) ?? wanted;
  return piecesOf(span, shown).flatMap((piece) => {
    const picture = waveCache.peek(keyOf(sound, piece, rowPx));
    return picture ? [{ ...spanOf(piece), url: picture.url }] : [];
  });
}

const isWhole = (sound: Sound, span: Span, level: number, rowPx: number): boolean =>
  piecesOf(span, level).every((piece) => waveCache.peek(keyOf(sound, piece, rowPx)));
