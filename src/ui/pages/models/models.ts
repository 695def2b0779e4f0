import { signal } from '@preact/signals';
import { announce } from '#ui/app/announce.ts';
import { call, type DataOf } from '#ui/app/client.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';

export type Model = DataOf<'listModels'>[number];

/** The interval of reading the models while one is downloaded or verified, in milliseconds. */
const pollMs = 1000;

/** The models, best first; null before the first answer. */
export const models = signal<readonly Model[] | null>(null);

/** True while a model is downloaded or verified. */
const isFetching = (): boolean => models.value?.some(isBusy) ?? false;

let timer: ReturnType<typeof setTimeout> | undefined;

const askForModels = takeLatest<readonly Model[]>((now) => {
  const before = models.value ?? [];
  models.value = now;
  for (const model of now) {
    tellEnd(
      before.find((one) => one.id === model.id),
      model,
    );
  }
});

/** Reads the models, and again every second while one is downloaded or verified. Throws OffcutError. */
export async function refreshModels(abort?: AbortSignal): Promise<readonly Model[]> {
  const take = askForModels();
  const now = await call('listModels', abort ? { signal: abort } : {});
  take(now);
  clearTimeout(timer);
  if (isFetching()) {
    readLater();
  }
  return now;
}

/** Reads the models after a second, and retries on failure. */
function readLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshModels().catch(readLater), pollMs);
}

const isBusy = ({ state }: Model): boolean => state === 'downloading' || state === 'checking';

function tellEnd(before: Model | undefined, { name, state }: Model): void {
  // A small download may end between two reads.
  if (before && before.state !== state && state === 'installed') {
    announce(`${name} installed.`);
  }
  if (before && before.state !== state && state === 'broken') {
    announce(`${name} could not be installed.`);
  }
}

/** The installed matting models, best first. */
export const installedMattes = (): readonly Model[] =>
  models.value?.filter(({ task, state }) => task === 'matting' && state === 'installed') ?? [];

/** A recommended model for people that is downloadable and better than all installed ones. */
export function findBetterModel(): Model | undefined {
  const fitting = models.value?.filter((one) => one.subject === 'person') ?? [];
  const best = fitting.findIndex((one) => one.state === 'installed');
  return fitting.slice(0, Math.max(best, 0)).find((one) => one.recommended && one.downloadable);
}
