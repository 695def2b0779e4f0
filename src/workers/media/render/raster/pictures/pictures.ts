import type { Size } from '#core/lib/size.ts';
import { type OpenPicture, openPicture } from './open-picture.ts';

/** An image at a time. Keys are equal for equal images. */
type DrawnPicture = { readonly key: string; readonly canvas: OffscreenCanvas };

export type Pictures = {
  /** Returns the displayed size in pixels; null if the image cannot be shown. */
  getSize(assetId: string): Promise<Size | null>;
  /** Draws the whole image, with about the requested number of pixels, or up to twice as many. Null if it cannot be shown. */
  draw(assetId: string, seconds: number, wanted: Size): Promise<DrawnPicture | null>;
  /** Discards images of assets whose files have changed. */
  renew(assetIds: readonly string[]): void;
  close(): void;
};

export type PicturePorts = {
  readAsset(assetId: string): Promise<Blob | null>;
  /** Returns the names of the items that show an asset, for a sentence. */
  getName(assetId: string): string;
  warn(sentence: string): void;
};

/** The maximum bytes of cached images. */
const keptBytes = 256 * 1024 * 1024;

/** The maximum side of a vector image that is enlarged. */
const longestVectorPx = 8192;

/** Opens each image once, and caches its drawings while there is room. */
export function createPictures(ports: PicturePorts): Pictures {
  const opened = new Map<string, Promise<OpenPicture | null>>();
  const drawn = new Map<string, Promise<OffscreenCanvas>>();
  const open = (assetId: string): Promise<OpenPicture | null> => {
    const picture = opened.get(assetId) ?? tryOpen(assetId, ports);
    opened.set(assetId, picture);
    return picture;
  };
  return {
    getSize: open,
    draw: async (assetId, seconds, wanted) => {
      const picture = await open(assetId);
      if (!picture) {
        return null;
      }
      const index = picture.frameIndexAt(seconds);
      const size = chooseSize(picture, wanted);
      const key = `${assetId} ${index} ${size.width}x${size.height}`;
      const canvas = drawn.get(key) ?? picture.draw(index, size);
      // The last one used is the last to be removed.
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

/** Opens an image; null, with a warning, if it is missing or cannot be shown. */
async function tryOpen(assetId: string, ports: PicturePorts): Promise<OpenPicture | null> {
  const names = ports.getName(assetId);
  const file = await ports.readAsset(assetId);
  if (!file) {
    ports.warn(`${names}: not shown, because the image no longer exists. Replace it with another one.`);
    return null;
  }
  try {
    const picture = await openPicture(file);
    if (picture.remark) {
      ports.warn(`The image of ${names} is incomplete: ${picture.remark}`);
    }
    return picture;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ports.warn(`${names}: not shown, because the image cannot be decoded. ${reason} Save it as PNG or JPEG.`);
    return null;
  }
}

/**
 * Returns a power of two of the size, so that a slow zoom does not redraw the image for each frame. Only vector images are
 * enlarged.
 */
function chooseSize({ width, height, isVector }: OpenPicture, wanted: Size): Size {
  const times = Math.min(width / Math.max(1, wanted.width), height / Math.max(1, wanted.height));
  const halvings = Math.floor(Math.log2(times));
  const most = isVector ? Math.log2(longestVectorPx / Math.max(width, height)) : 0;
  const divisor = 2 ** Math.max(-Math.floor(most), halvings);
  return { width: Math.max(1, Math.round(width / divisor)), height: Math.max(1, Math.round(height / divisor)) };
}

function dropOldest(drawn: Map<string, Promise<OffscreenCanvas>>): void {
  const getBytes = (key: string): number => {
    const [width = 0, height = 0] = (key.split(' ').at(-1) ?? '').split('x').map(Number);
    return 4 * width * height;
  };
  let bytes = [...drawn.keys()].reduce((sum, key) => sum + getBytes(key), 0);
  for (const key of drawn.keys()) {
    if (bytes <= keptBytes || drawn.size === 1) {
      return;
    }
    bytes -= getBytes(key);
    drawn.delete(key);
  }
}
