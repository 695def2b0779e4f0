import { effect, signal } from '@preact/signals';
import { account, labWords } from '#ui/app/account.ts';
import { call } from '#ui/app/client.ts';
import { toCount } from '#ui/kit/format.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';
import { listChanges, type LabState } from './list-changes.ts';

export const labState = signal<LabState | null>(null);

const watchMs = 15_000;

/** Shows the changes of the lab in the top bar while the page is open. */
export async function watchLab(): Promise<void> {
  effect(() => {
    const count = labState.value === null ? 0 : listChanges(labState.value, account.value).length;
    labWords.value = count === 0 ? '' : `Lab: ${toCount(count, 'change')}`;
  });
  for (;;) {
    await readLab().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, watchMs));
  }
}

/** Reads the state of the lab. Throws OffcutError. */
export async function readLab(signal?: AbortSignal): Promise<void> {
  const take = askForLab();
  const options = signal ? { signal } : {};
  const lab = await call('getLab', options);
  take({ lab, faults: lab.faults === 0 ? [] : await call('listFaults', options) });
}

const askForLab = takeLatest<LabState>((answer) => (labState.value = answer));
