import { clearCache } from '@chenglou/pretext';
import { Failure } from '#core/lib/failure.ts';

/** A font of the user, registered with this worker under a name that no other font has. */
export type OwnFont = {
  readonly cssName: string;
  /** The height of a capital letter, as a share of the size. */
  readonly capHeight: number;
};

// As the fonts of the build, they belong to the worker. Bytes of an asset never change.
const loads = new Map<string, Promise<OwnFont>>();

/** Registers the font of an asset, once per worker. Throws UNSUPPORTED_MEDIA if the browser cannot load it. */
export function loadOwnFont(assetId: string, file: Blob): Promise<OwnFont> {
  const load = loads.get(assetId) ?? register(assetId, file);
  loads.set(assetId, load);
  // A font that could not be loaded is tried again.
  load.catch(() => loads.delete(assetId));
  return load;
}

async function register(assetId: string, file: Blob): Promise<OwnFont> {
  const cssName = `Offcut own ${assetId}`;
  self.fonts.add(await openFont(cssName, file));
  // Measurements made without the font are wrong now.
  clearCache();
  return { cssName, capHeight: measureCapHeight(cssName) };
}

/** Opens a font file. Throws UNSUPPORTED_MEDIA if it is damaged, or of a kind that the browser does not support. */
export async function openFont(name: string, file: Blob): Promise<FontFace> {
  try {
    // A font with one weight is used for all: otherwise a browser would create a fake bold.
    return await new FontFace(name, await file.arrayBuffer(), { weight: '1 1000' }).load();
  } catch (cause) {
    const message = 'This browser cannot load the font. The file may be damaged; save it again as TTF, OTF or WOFF2.';
    throw new Failure('UNSUPPORTED_MEDIA', { message, cause });
  }
}

const measuredPx = 100;

function measureCapHeight(cssName: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) {
    return 0.7;
  }
  context.font = `${measuredPx}px "${cssName}"`;
  return context.measureText('H').actualBoundingBoxAscent / measuredPx;
}
