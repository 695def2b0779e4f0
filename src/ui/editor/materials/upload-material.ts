import { call } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { isLookedInto } from '#ui/pages/materials/materials.ts';
import { nameFile, uploadFile, type OnShare } from '#ui/kit/uploads/upload.ts';
import { toPlaceable, type Material, type Placeable } from './placeable.ts';

/** The interval in milliseconds at which the analysis of a new file is polled. */
const pollMs = 300;

/** Uploads a file and waits for its analysis. Throws OffcutError, also for a file that cannot be used. */
export async function uploadMaterial(file: File, onShare: OnShare, signal: AbortSignal): Promise<Placeable> {
  return lookInto(await uploadFile(file, onShare, signal), signal);
}

/** Uploads a font and waits for its analysis. Throws OffcutError, also for a file that is not a font or cannot be loaded. */
export async function uploadFont(file: File, signal: AbortSignal): Promise<Material> {
  const material = await waitForFacts(await uploadFile(file, () => undefined, signal), signal);
  if (material.kind !== 'font' || material.fault !== undefined) {
    const message = material.fault ?? 'The file is not a font. Use TTF, OTF, WOFF or WOFF2.';
    return nameFile(material.name)(new OffcutError({ code: 'UNSUPPORTED_MEDIA', message }));
  }
  return material;
}

/** Fetches the file of a public URL and waits for its analysis, like `uploadMaterial`. */
export async function fetchMaterial(url: string, signal: AbortSignal): Promise<Placeable> {
  const { material } = await call('fetchMaterial', { body: { url }, signal });
  return lookInto(material, signal);
}

async function lookInto(id: string, signal: AbortSignal): Promise<Placeable> {
  const material = await waitForFacts(id, signal);
  const placeable = toPlaceable(material);
  if (!placeable) {
    const message =
      material.fault ??
      (material.kind === 'font'
        ? 'The font was added. Choose it in the properties of a text.'
        : "The file can't be used here.");
    return nameFile(material.name)(new OffcutError({ code: 'UNSUPPORTED_MEDIA', message }));
  }
  return placeable;
}

async function waitForFacts(id: string, signal: AbortSignal): Promise<Material> {
  for (;;) {
    const materials = await call('listMaterials', { signal });
    const material = materials.find((each) => each.material === id);
    if (!material) {
      throw new OffcutError({ code: 'MATERIAL_NOT_FOUND', message: 'The file was deleted.' });
    }
    if (isLookedInto(material)) {
      return material;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
