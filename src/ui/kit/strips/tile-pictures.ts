import { connection } from '#ui/app/client.ts';
import { drawPictures } from './draw-pictures.ts';
import { StripCache } from './strip-cache.ts';
import { tilesFirst, type TileFacts } from './tiles.ts';

/** Tiles, each as an image with a URL of this page. */
export type Tiles = TileFacts & { readonly urls: readonly string[] };

const tileWidth = 120;
const costMax = 96 * 1024 ** 2;

/** The filmstrips that were read, shared by all views. */
export const tileCache = new StripCache<Tiles>({
  read: async (key, signal) => {
    const [material = '', count] = key.split(' ');
    const query = { count: Number(count), width: tileWidth };
    const response = await connection.open('getFilmstrip', { params: { material }, query, signal });
    const parseNumber = (name: string): number => Number(response.headers.get(`X-Tile-${name}`));
    return {
      count: parseNumber('Count'),
      width: parseNumber('Width'),
      height: parseNumber('Height'),
      stepSeconds: parseNumber('Seconds'),
      // Separate images, so that a strip needs no element for each to crop it from the whole.
      urls: await drawPictures({ kind: 'tiles', picture: await response.blob(), count: parseNumber('Count') }),
    };
  },
  atOnce: 2,
  // The decoded size.
  getCost: ({ count, width, height }) => 4 * count * width * height,
  costMax,
  drop: ({ urls }) => urls.forEach((url) => URL.revokeObjectURL(url)),
});

export const getKey = (assetId: string, count: number): string => `${assetId} ${count}`;

/** Returns the tiles of a count, or of the nearest available count. */
export function findTiles(assetId: string, count: number): Tiles | null {
  const counts = [count];
  for (let step = 2; step <= 8; step *= 2) {
    counts.push(count / step, count * step);
  }
  for (const one of [...counts, tilesFirst]) {
    const tiles = tileCache.peek(getKey(assetId, one));
    if (tiles) {
      return tiles;
    }
  }
  return null;
}
