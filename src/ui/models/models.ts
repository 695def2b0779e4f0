import { signal } from '@preact/signals';
import { announce } from '../announce.ts';
import { call, type DataOf } from '../client.ts';

export type Model = DataOf<'listModels'>[number];

/** How often a model that is on its way is looked at. */
const pollMs = 1000;

/** The models, best first; null before the first answer. */
export const models = signal<readonly Model[] | null>(null);

/** True while one is on its way: the service worker is kept awake for it, whatever page is shown. */
export const isFetching = (): boolean => models.value?.some(isBusy) ?? false;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the models anew, and goes on doing so while one is on its way. Throws ApiError. */
export async function refreshModels(abort?: AbortSignal): Promise<readonly Model[]> {
  const before = models.value ?? [];
  const now = await call('listModels', abort ? { signal: abort } : {});
  models.value = now;
  for (const model of now) {
    tellEnd(
      before.find((one) => one.id === model.id),
      model,
    );
  }
  clearTimeout(timer);
  if (isFetching()) {
    // What cannot be read now may be read a second later.
    timer = setTimeout(() => void refreshModels().catch(() => undefined), pollMs);
  }
  return now;
}

const isBusy = ({ state }: Model): boolean => state === 'downloading' || state === 'checking';

function tellEnd(before: Model | undefined, { name, state }: Model): void {
  // A small one may have come between two looks.
  if (before && before.state !== state && state === 'installed') {
    announce(`${name} is installed.`);
  }
  if (before && before.state !== state && state === 'broken') {
    announce(`${name} could not be installed.`);
  }
}

/** Those that a run can use, best first. */
export const installedModels = (): readonly Model[] => models.value?.filter(({ state }) => state === 'installed') ?? [];

/** A recommended model for people that a click would bring and that is better than all that are installed. */
export function findBetterModel(): Model | undefined {
  const fitting = models.value?.filter((one) => one.subject === 'person') ?? [];
  const best = fitting.findIndex((one) => one.state === 'installed');
  return fitting.slice(0, Math.max(best, 0)).find((one) => one.recommended && one.downloadable);
}
