import { useEffect } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { readAllCanvases } from '#ui/pages/canvases/all-canvases.ts';
import { keptMaterials, refreshMaterials } from '#ui/pages/materials/materials.ts';
import { exportedCanvas } from './titles.ts';

/** Reads the materials that jobs are made from when this page does not know one, as of a call from outside, and the canvases. */
export function useNamesOf(jobs: readonly JobView[]): void {
  const materials = jobs.flatMap(({ material }) => material ?? []);
  // The page reads them once when it starts.
  const isKnown = (handle: string): boolean => keptMaterials.value?.some(({ material }) => material === handle) ?? true;
  // What was deleted stays unknown, and is not asked for again until another one is.
  const unknown = toText(materials.filter((handle) => !isKnown(handle)));
  // Titles change: they are read whenever jobs are shown.
  const canvases = toText(jobs.flatMap((job) => exportedCanvas(job) ?? []));
  useEffect(() => readWhere(unknown, refreshMaterials), [unknown]);
  useEffect(() => readWhere(canvases, readAllCanvases), [canvases]);
}

/** The ids as one text. */
const toText = (ids: readonly string[]): string => [...new Set(ids)].join(' ');

function readWhere(ids: string, read: () => Promise<unknown>): void {
  if (ids !== '') {
    void read().catch(() => undefined);
  }
}
