import { signal } from '@preact/signals';
import { call, type DataOf } from './client.ts';
import { getSessionKey, isFirstStart } from './session.ts';

/** The key that this page has just made, while it is shown; it cannot be shown again. */
export const firstKey = signal<DataOf<'createKey'> | null>(null);

/** On the very first start, makes one key with every scope, so that a script can begin at once. Throws ApiError. */
export async function makeFirstKey(): Promise<void> {
  await getSessionKey();
  if (isFirstStart.value) {
    firstKey.value = await call('createKey', { body: { name: 'First key' } });
  }
}
