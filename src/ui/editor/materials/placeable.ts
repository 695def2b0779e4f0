import type { DataOf } from '#ui/app/client.ts';
import { isLookedInto } from '#ui/pages/materials/materials.ts';
import type { Clip } from './place.ts';

/** A material as `listMaterials` returns it. */
export type Material = DataOf<'listMaterials'>[number];

/** A file that can be added to the timeline, and the URL of its bytes. */
export type Placeable = Clip & {
  readonly frameRate?: number | undefined;
  readonly file: { readonly url: string; bytes: number; mimeType: string };
};

/** Converts an analyzed material; returns null before the analysis, for a font, and for a file that cannot be used. */
export function toPlaceable(material: Material): Placeable | null {
  const { material: assetId, name, kind, width = null, height = null, durationSeconds = null } = material;
  const { url, bytes, mimeType, frameRate } = material;
  return kind !== 'font' && isLookedInto(material) && material.fault === undefined
    ? { assetId, name, kind, width, height, durationSeconds, frameRate, file: { url, bytes, mimeType } }
    : null;
}
