import { useEffect } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { readAllCanvases } from '#ui/pages/canvases/all-canvases.ts';
import { keptMaterials, refreshMaterials } from '#ui/pages/materials/materials.ts';
import { exportedCanvas } from './titles.ts';

/** Reads the canvases, and the materials of jobs if one is unknown to this page, for example after a call from outside. */
export function useNames(jobs: readonly JobView[]): void {
  const materials = jobs.flatMap(({ material }) => material ?? []);
  // The page reads them once when it starts.
  const isKnown = (handle: string): boolean => keptMaterials.value?.some(({ material }) => material === handle) ?? true;
  // Deleted materials stay unknown, and are not requested again until another id appears.
  const unknown = toText(materials.filter((handle) => !isKnown(handle)));
  // Titles change: they are read whenever jobs are shown.
  const canvases = toText(jobs.flatMap((job) => exportedCanvas(job) ?? []));
  useEffect(() => readWhere(unknown, refreshMaterials), [unknown]);
  useEffect(() => readWhere(canvases, readAllCanvases), [canvases]);
}

/** The ids joined to one text. */
const toText = (ids: readonly string[]): string => [...new Set(ids)].join(' ');

function readWhere(ids: string, read: () => Promise<unknown>): void {
  if (ids !== '') {
    void read().catch(() => undefined);
  }
}
