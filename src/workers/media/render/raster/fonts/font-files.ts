import { clearCache } from '@chenglou/pretext';
import { Failure } from '#core/failure.ts';
import { type FontCatalog, readCatalog } from './catalog.ts';
import type { ChosenFile } from './choose-files.ts';

// Fonts belong to the worker: what was loaded for one render is there for the next.
let catalog: Promise<FontCatalog> | null = null;
const loads = new Map<string, Promise<boolean>>();

/** The fonts of this build. Throws INTERNAL, with a sentence that says what to do, when the list cannot be fetched. */
export async function loadCatalog(): Promise<FontCatalog> {
  catalog ??= fetchCatalog();
  try {
    return await catalog;
  } catch (cause) {
    catalog = null;
    throw new Failure('INTERNAL', {
      message:
        'The list of fonts is not kept on this device yet and could not be fetched: connect to the network and try again.',
      cause,
    });
  }
}

async function fetchCatalog(): Promise<FontCatalog> {
  const response = await fetch(toUrl('catalog.json'));
  return readCatalog(await response.json());
}

// The scripts of a build lie in assets/.
const toUrl = (file: string): string => new URL(`../fonts/${file}`, self.location.href).href;

/** Registers a file as a family of its own, once in a worker. Whether it could be loaded: if not, the next call tries again. */
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
 * The name of a file as a family of its own. No font of the device has it, so that a render is the same on every device; and
 * a family that gains a file after it was used would not show it in Chromium.
 */
export const toCssName = (file: string): string => `Offcut ${file.replace(/\.\w+$/, '')}`;

async function register({ family: { weights }, file: { file, unicodeRange } }: ChosenFile): Promise<boolean> {
  // The one weight of a font stands for all: a browser would make up a bolder one by smearing the letters.
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
  // What was measured while it could not be loaded is wrong now.
  clearCache();
  return true;
}
