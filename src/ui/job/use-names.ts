import { useEffect } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { canvasTitles, readAllCanvases } from '../canvases/all-canvases.ts';
import { keptMaterials, refreshMaterials } from '../materials/materials.ts';
import { exportedCanvas } from './titles.ts';

/** Reads the materials and canvases that jobs are made from again when this page does not know one, as of a call from outside. */
export function useNamesOf(jobs: readonly JobView[]): void {
  const materials = jobs.flatMap(({ material }) => material ?? []);
  const canvases = jobs.flatMap((job) => exportedCanvas(job) ?? []);
  const unknown = {
    // The page reads them once when it starts.
    materials: unknownOf(
      materials,
      (handle) => keptMaterials.value?.some(({ material }) => material === handle) ?? true,
    ),
    canvases: unknownOf(canvases, (id) => canvasTitles.value?.has(id) ?? false),
  };
  // What was deleted stays unknown, and is not asked for again until another one is.
  useEffect(() => readWhere(unknown.materials, refreshMaterials), [unknown.materials]);
  useEffect(() => readWhere(unknown.canvases, readAllCanvases), [unknown.canvases]);
}

/** The ids that are not known, as one text. */
const unknownOf = (ids: readonly string[], isKnown: (id: string) => boolean): string =>
  [...new Set(ids)].filter((id) => !isKnown(id)).join(' ');

function readWhere(unknown: string, read: () => Promise<unknown>): void {
  if (unknown !== '') {
    void read().catch(() => undefined);
  }
}
