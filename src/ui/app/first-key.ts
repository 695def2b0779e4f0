import { signal } from '@preact/signals';
import { call, connection, isFirstStart, type DataOf } from './client.ts';

/** The new API key while it is shown: it cannot be read again. */
export const firstKey = signal<DataOf<'createKey'> | null>(null);

/** Creates one key with all scopes on the first start, so that scripts work immediately. Throws OffcutError. */
export async function makeFirstKey(): Promise<void> {
  await connection.getKey();
  if (isFirstStart.value) {
    firstKey.value = await call('createKey', { body: { name: 'First key' } });
  }
}
