import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { Job, Key, Replay } from '#core/model/records.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { succeed } from './answer.ts';
import { createIdempotencyStore } from './idempotency-store.ts';

const hourMs = 3600 * 1000;
const key = { id: 'owner' } as Key;
const post = (idempotencyKey: string): Request =>
  new Request('https://offcut.test/v1/uploads', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey } });

/** Creates a store that counts how often the whole table of responses is read, and refuses that within a transaction. */
function createCountedStore(): { store: Store; count: () => number } {
  const memory = createMemoryStore();
  let count = 0;
  const list: Store['list'] = async (table, match) => {
    count += table === 'replays' ? 1 : 0;
    return memory.list(table, match);
  };
  const store: Store = {
    ...memory,
    list,
    transact: (tables, work) =>
      memory.transact(tables, (transaction) =>
        work({
          ...transaction,
          list: async () => {
            throw new Error('a table is listed within a transaction');
          },
        }),
      ),
  };
  return { store, count: () => count };
}

it('removes expired responses at most once an hour, and reads no whole table within a transaction', async () => {
  const { store, count } = createCountedStore();
  let now = 1_000_000_000_000;
  const answers = createIdempotencyStore({ store, clock: { now: () => now } });
  const answer = (id: string) => answers.run(key, post(id), { identity: {}, form: null }, async () => succeed(id));
  const ids = async (): Promise<unknown[]> => {
    const rows = await Promise.all(['old', 'later', 'new'].map((id) => store.get('replays', `owner:${id}`)));
    return rows.map((row) => row?.id);
  };
  await answer('old');
  now += hourMs - 1;
  await answer('later');
  expect(count()).toBe(1);
  now += 23 * hourMs + 1;
  await answer('new');
  await vi.waitFor(async () => expect(await ids()).toEqual([undefined, 'owner:later', 'owner:new']));
  expect(count()).toBe(2);
  await answer('new');
  expect(count()).toBe(2);
});

it('ignores a response after a day, even if it is not removed yet', async () => {
  const { store } = createCountedStore();
  let now = 1_000_000_000_000;
  const answers = createIdempotencyStore({ store, clock: { now: () => now } });
  const answer = (data: string) =>
    answers.run(key, post('same'), { identity: {}, form: null }, async () => succeed(data));
  expect(await answer('first')).toMatchObject({ envelope: { data: 'first' } });
  now += 24 * hourMs - 1;
  expect(await answer('second')).toMatchObject({ envelope: { data: 'first' } });
  now += 1;
  expect(await answer('third')).toMatchObject({ envelope: { data: 'third' } });
  expect(await answer('fourth')).toMatchObject({ envelope: { data: 'third' } });
});

it('returns a response again that an earlier version of the product stored', async () => {
  const kept = new URL('../../test/fixtures/databases/3.json', import.meta.url);
  const { rows } = JSON.parse(readFileSync(kept, 'utf8')) as { rows: { replays: Replay[]; jobs: Job[] } };
  const [past] = rows.replays;
  const [job] = rows.jobs;
  const [owner = '', given = ''] = past?.id.split(':') ?? [];
  const store = createMemoryStore();
  await store.transact(['replays'], async (transaction) => past && transaction.put('replays', past));
  const answers = createIdempotencyStore({ store, clock: { now: () => (past?.createdAt ?? 0) + hourMs } });
  const route = { method: 'POST', path: '/v1/run/remove-background' };
  const identity = { ...route, params: {}, query: {}, body: job?.input };
  const call = { identity, form: null };
  const again = answers.run({ ...key, id: owner }, post(given), call, async () => succeed('anew'));
  expect(await again).toMatchObject({ envelope: { data: { envelopeId: job?.id } } });
});
