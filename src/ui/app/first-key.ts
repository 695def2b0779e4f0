import { signal } from '@preact/signals';
import { call, type DataOf } from './client.ts';
import { getSessionKey, isFirstStart } from './session.ts';

/** The new API key while it is shown: it cannot be read again. */
export const firstKey = signal<DataOf<'createKey'> | null>(null);

/** Creates one key with all scopes on the first start, so that scripts work immediately. Throws ApiError. */
export async function makeFirstKey(): Promise<void> {
  await getSessionKey();
  if (isFirstStart.value) {
    firstKey.value = await call('createKey', { body: { name: 'First key' } });
  }
}
