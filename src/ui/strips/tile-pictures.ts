import { send } from '../client.ts';
import { Keep } from './keep.ts';
import { tilesFirst, type TileFacts } from './tiles.ts';

/** Tiles beside each other in one picture, which has an address of this page. */
export type Tiles = TileFacts & { readonly url: string };

const tileWidth = 120;
const costMax = 96 * 1024 ** 2;

/** The filmstrips that were read, for all who show them. */
export const tilesKept = new Keep<Tiles>({
  read: async (key, signal) => {
    const [material = '', count] = key.split(' ');
    const query = { count: Number(count), width: tileWidth };
    const response = await send('getFilmstrip', { params: { material }, query, signal });
    if (!response.ok) {
      throw new TypeError(`no filmstrip of ${material}: ${response.status}`);
    }
    const numberOf = (name: string): number => Number(response.headers.get(`X-Tile-${name}`));
    return {
      count: numberOf('Count'),
      width: numberOf('Width'),
      height: numberOf('Height'),
      stepSeconds: numberOf('Seconds'),
      url: URL.createObjectURL(await response.blob()),
    };
  },
  atOnce: 2,
  // As it is decoded.
  costOf: ({ count, width, height }) => 4 * count * width * height,
  costMax,
  drop: ({ url }) => URL.revokeObjectURL(url),
});

export const keyOf = (assetId: string, count: number): string => `${assetId} ${count}`;

/** The tiles of a count, or the nearest number of them that is there. */
export function findTiles(assetId: string, count: number): Tiles | null {
  const counts = [count];
  for (let step = 2; step <= 8; step *= 2) {
    counts.push(count / step, count * step);
  }
  for (const one of [...counts, tilesFirst]) {
    const tiles = tilesKept.peek(keyOf(assetId, one));
    if (tiles) {
      return tiles;
    }
  }
  return null;
}
