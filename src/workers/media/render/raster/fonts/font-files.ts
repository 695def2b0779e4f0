import { clearCache } from '@chenglou/pretext';
import { Failure } from '#core/lib/failure.ts';
import { toSiteAddress } from '#wire/site-root.ts';
import { type FontCatalog, readCatalog } from './catalog.ts';
import type { ChosenFile } from './choose-files.ts';

// Fonts belong to the worker: fonts loaded for one render are available to the next.
let catalog: Promise<FontCatalog> | null = null;
const loads = new Map<string, Promise<boolean>>();

/** Returns the fonts of this build. Throws INTERNAL, with a message that says what to do, if the catalog cannot be fetched. */
export async function loadCatalog(): Promise<FontCatalog> {
  catalog ??= fetchCatalog();
  try {
    return await catalog;
  } catch (cause) {
    catalog = null;
    throw new Failure('INTERNAL', {
      message:
        'The list of fonts is not stored on this device and could not be downloaded. Connect to the network and try again.',
      cause,
    });
  }
}

async function fetchCatalog(): Promise<FontCatalog> {
  const response = await fetch(toUrl('catalog.json'));
  return readCatalog(await response.json());
}

const toUrl = (file: string): string => toSiteAddress(`fonts/${file}`).href;

/** Registers a file as its own family, once per worker. Returns whether it could be loaded; if not, the next call tries again. */
export async function loadFontFile(chosen: ChosenFile): Promise<boolean> {
  const { file } = chosen.file;
  const load = loads.get(file) ?? register(chosen);
  loads.set(file, load);
  const isLoaded = await load;
  if (!isLoaded && loads.get(file) === load) {
    loads.delete(file);
  }
  return isLoaded;
}

/**
 * Returns the family name of a file. No system font has this name, so a render is the same on every device. Each file is its own
 * family because Chromium does not show files added to a family after its first use.
 */
export const toCssName = (file: string): string => `Offcut ${file.replace(/\.\w+$/, '')}`;

async function register({ family: { weights }, file: { file, unicodeRange } }: ChosenFile): Promise<boolean> {
  // The only weight of a font is used for all: otherwise a browser would create a fake bold.
  const weight = weights[0] === weights[1] ? '1 1000' : `${weights[0]} ${weights[1]}`;
  try {
    // Firefox fetches the URL of a worker's font past the service worker, so there would be none without a network.
    const response = await fetch(toUrl(file));
    if (!response.ok) {
      return false;
    }
    const face = new FontFace(toCssName(file), await response.arrayBuffer(), { unicodeRange, weight });
    self.fonts.add(await face.load());
  } catch {
    return false;
  }
  // Measurements made without the font are wrong now.
  clearCache();
  return true;
}
