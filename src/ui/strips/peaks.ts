import { call } from '../client.ts';
import { Keep } from './keep.ts';
import { coarserOf, pointsOfPiece, spanOf, type PeakPiece } from './peak-pieces.ts';

/** Lowest and highest of each point, -1 to 1. */
export type PeakPoints = { readonly low: Float32Array; readonly high: Float32Array };

/** 32 MiB: about half an hour of sound at every level. */
const costMax = 32 * 1024 ** 2;

/** The peaks that were read, for all waveforms of the page. */
export const peaksKept = new Keep<PeakPoints>({
  read: async (key, signal) => {
    const { assetId, piece } = ofKey(key);
    const { fromSeconds: from, toSeconds: to } = spanOf(piece);
    const query = { from, to, count: pointsOfPiece };
    const { min, max } = await call('getPeaks', { params: { material: assetId }, query, signal });
    return { low: Float32Array.from(min), high: Float32Array.from(max) };
  },
  atOnce: 3,
  costOf: ({ low, high }) => low.byteLength + high.byteLength,
  costMax,
});

export const keyOf = (assetId: string, { level, index }: PeakPiece): string => `${assetId} ${level} ${index}`;

function ofKey(key: string): { readonly assetId: string; readonly piece: PeakPiece } {
  const [assetId = '', level, index] = key.split(' ');
  return { assetId, piece: { level: Number(level), index: Number(index) } };
}

/** The points of a piece, or the nearest coarser ones that are there, with the time that they span. */
export function findPeaks(assetId: string, piece: PeakPiece): { points: PeakPoints; piece: PeakPiece } | null {
  for (const one of [piece, ...coarserOf(piece)]) {
    const points = peaksKept.peek(keyOf(assetId, one));
    if (points) {
      return { points, piece: one };
    }
  }
  return null;
}
