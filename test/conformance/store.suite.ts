import { expect, test } from 'vitest';
import type { Measurement } from '#core/model/records.ts';
import type { Store } from '#store/store.ts';

const row = (id: string, runs: number): Measurement => ({ id, runs, secondsPerRun: 1, secondsPerSecond: 1 });

/** The rules that every adapter of the store's port must follow for rows. */
export function storeSuite(name: string, open: () => Promise<Store>): void {
  test(`${name}: reads a stored row unchanged, and none after its removal`, async () => {
    const store = await open();
    await store.transact(['measurements'], (transaction) => transaction.put('measurements', row('a', 1)));
    expect(await store.get('measurements', 'a')).toEqual(row('a', 1));
    await store.transact(['measurements'], (transaction) => transaction.remove('measurements', 'a'));
    expect(await store.get('measurements', 'a')).toBeUndefined();
  });

  test(`${name}: rolls back a transaction that throws, and rethrows the same error`, async () => {
    const store = await open();
    await store.transact(['measurements'], (transaction) => transaction.put('measurements', row('kept', 1)));
    const thrown = new Error('on purpose');
    const failing = store.transact(['measurements'], async (transaction) => {
      await transaction.put('measurements', row('kept', 2));
      await transaction.put('measurements', row('new', 1));
      throw thrown;
    });
    await expect(failing).rejects.toBe(thrown);
    expect(await store.list('measurements')).toEqual([row('kept', 1)]);
  });

  test(`${name}: isolates the reads and writes of a transaction`, async () => {
    const store = await open();
    await store.transact(['measurements'], (transaction) => transaction.put('measurements', row('count', 1)));
    const increment = (): Promise<void> =>
      store.transact(['measurements'], async (transaction) => {
        const found = await transaction.get('measurements', 'count');
        await transaction.put('measurements', row('count', (found?.runs ?? 0) + 1));
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await store.get('measurements', 'count')).toEqual(row('count', 21));
  });

  test(`${name}: finds rows by an index, inside and outside of a transaction`, async () => {
    const store = await open();
    await store.transact(['assets'], async (transaction) => {
      await transaction.put('assets', asset('one', 'hash-a'));
      await transaction.put('assets', asset('two', 'hash-b'));
    });
    const match = { index: 'sha256', value: 'hash-b' } as const;
    expect((await store.list('assets', match)).map(({ id }) => id)).toEqual(['two']);
    const inside = await store.transact(['assets'], (transaction) => transaction.list('assets', match));
    expect(inside.map(({ id }) => id)).toEqual(['two']);
  });

  test(`${name}: finds a row by every value of a list field`, async () => {
    const store = await open();
    await store.transact(['versions'], async (transaction) => {
      await transaction.put('versions', version('one', ['a', 'b']));
      await transaction.put('versions', version('two', ['b']));
    });
    const find = async (value: string): Promise<string[]> =>
      (await store.list('versions', { index: 'assetIds', value })).map(({ id }) => id).toSorted();
    expect([await find('a'), await find('b'), await find('c')]).toEqual([['one'], ['one', 'two'], []]);
    const listIds = (value: string): Promise<string[]> =>
      store.transact(['versions'], (transaction) => transaction.listIds('versions', { index: 'assetIds', value }));
    expect([await listIds('a'), (await listIds('b')).toSorted()]).toEqual([['one'], ['one', 'two']]);
  });

  test(`${name}: allows a transaction access only to its own tables`, async () => {
    const store = await open();
    const reach = store.transact(['assets'], (transaction) =>
      // @ts-expect-error -- the compiler says so too
      transaction.put('measurements', row('a', 1)),
    );
    await expect(reach).rejects.toThrow();
    expect(await store.list('measurements')).toEqual([]);
  });

  test(`${name}: never returns a row that does not match its schema`, async () => {
    const store = await open();
    const broken = { ...row('broken', 1), runs: -1 };
    await store.transact(['measurements'], (transaction) => transaction.put('measurements', broken));
    await expect(store.get('measurements', 'broken')).rejects.toThrow('runs');
  });
}

const asset = (id: string, sha256: string) => ({
  id,
  kind: 'material' as const,
  file: id,
  name: id,
  extension: 'mp4',
  mimeType: 'video/mp4',
  sizeBytes: 1,
  sha256,
  sourceUrl: null,
  jobId: null,
  facts: null,
  createdAt: 0,
});

const version = (id: string, assetIds: string[]) => ({
  id,
  canvasId: id,
  revision: 1,
  title: '',
  json: '{}',
  assetIds,
  createdAt: 0,
});
