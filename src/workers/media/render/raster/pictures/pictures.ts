import type { Size } from '#core/size.ts';
import { type OpenPicture, openPicture } from './open-picture.ts';

/** A picture as it shows at a time. The key is equal while the picture is. */
type DrawnPicture = { readonly key: string; readonly canvas: OffscreenCanvas };

export type Pictures = {
  /** Pixels of the picture as it is shown; null when it cannot be. */
  sizeOf(assetId: string): Promise<Size | null>;
  /** The whole picture, with about as many pixels as are wanted or up to twice as many. Null when it cannot be shown. */
  draw(assetId: string, seconds: number, wanted: Size): Promise<DrawnPicture | null>;
  /** Forgets what is known of assets whose files are other ones now. */
  renew(assetIds: readonly string[]): void;
  close(): void;
};

export type PicturePorts = {
  readAsset(assetId: string): Promise<Blob | null>;
  /** The items that show an asset, as a sentence names them. */
  nameOf(assetId: string): string;
  warn(sentence: string): void;
};

/** Bytes of decoded pictures that are kept. */
const keptBytes = 256 * 1024 * 1024;

/** The longest side of a drawing that is made larger than it says. */
const longestVectorPx = 8192;

/** Opens each picture once, and keeps what it has drawn as long as there is room. */
export function createPictures(ports: PicturePorts): Pictures {
  const opened = new Map<string, Promise<OpenPicture | null>>();
  const drawn = new Map<string, Promise<OffscreenCanvas>>();
  const open = (assetId: string): Promise<OpenPicture | null> => {
    const picture = opened.get(assetId) ?? tryOpen(assetId, ports);
    opened.set(assetId, picture);
    return picture;
  };
  return {
    sizeOf: open,
    draw: async (assetId, seconds, wanted) => {
      const picture = await open(assetId);
      if (!picture) {
        return null;
      }
      const index = picture.frameIndexAt(seconds);
      const size = chooseSize(picture, wanted);
      const key = `${assetId} ${index} ${size.width}x${size.height}`;
      const canvas = drawn.get(key) ?? picture.draw(index, size);
      // The one that was wanted last is the last to go.
      drawn.delete(key);
      drawn.set(key, canvas);
      dropOldest(drawn);
      return { key, canvas: await canvas };
    },
    renew: (assetIds) => {
      for (const assetId of assetIds) {
        void opened.get(assetId)?.then((one) => one?.close());
        opened.delete(assetId);
        const keys = [...drawn.keys()].filter((key) => key.startsWith(`${assetId} `));
        keys.forEach((key) => drawn.delete(key));
      }
    },
    close: () => {
      opened.forEach((picture) => void picture.then((one) => one?.close()));
      opened.clear();
      drawn.clear();
    },
  };
}

/** Null, with a warning, for what is missing or cannot be shown. */
async function tryOpen(assetId: string, ports: PicturePorts): Promise<OpenPicture | null> {
  const names = ports.nameOf(assetId);
  const file = await ports.readAsset(assetId);
  if (!file) {
    ports.warn(`The place of ${names} stays empty: the picture is not there any more. Put another in its stead.`);
    return null;
  }
  try {
    const picture = await openPicture(file);
    if (picture.remark) {
      ports.warn(`The picture of ${names} is not whole: ${picture.remark}`);
    }
    return picture;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ports.warn(`The place of ${names} stays empty: the picture cannot be shown. ${reason} Save it as PNG or JPEG.`);
    return null;
  }
}

/** Powers of two, so that a slow zoom does not draw the picture for each frame. Only a drawing is made larger than it is. */
function chooseSize({ width, height, isVector }: OpenPicture, wanted: Size): Size {
  const times = Math.min(width / Math.max(1, wanted.width), height / Math.max(1, wanted.height));
  const halvings = Math.floor(Math.log2(times));
  const most = isVector ? Math.log2(longestVectorPx / Math.max(width, height)) : 0;
  const divisor = 2 ** Math.max(-Math.floor(most), halvings);
  return { width: Math.max(1, Math.round(width / divisor)), height: Math.max(1, Math.round(height / divisor)) };
}

function dropOldest(drawn: Map<string, Promise<OffscreenCanvas>>): void {
  const bytesOf = (key: string): number => {
    const [width = 0, height = 0] = (key.split(' ').at(-1) ?? '').split('x').map(Number);
    return 4 * width * height;
  };
  let bytes = [...drawn.keys()].reduce((sum, key) => sum + bytesOf(key), 0);
  for (const key of drawn.keys()) {
    if (bytes <= keptBytes || drawn.size === 1) {
      return;
    }
    bytes -= bytesOf(key);
    drawn.delete(key);
  }
}
