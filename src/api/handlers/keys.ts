import { Failure } from '#core/lib/failure.ts';
import { scopes } from '#core/protocol/operation.ts';
import type { Key } from '#core/model/records.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { createId } from '#store/ids.ts';
import type { Transaction } from '#store/store.ts';
import { admitUnkept } from '../authorise.ts';
import { listOpenJobs } from '../blockers.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import { hashText } from '../hash.ts';
import type { ApiContext } from '../ports.ts';

const sessionSeconds = 24 * 3600;

type Names = 'createKey' | 'listKeys' | 'revokeKey' | 'createSession';

export function createKeyHandlers(context: ApiContext): Pick<Handlers, Names> {
  const { store, clock, bell } = context;
  return {
    createKey: async ({ body }) => {
      const { apiKey, key } = await makeKey({ ...body, kind: 'api', createdAt: clock.now(), expiresAt: null });
      await store.transact(['keys'], (transaction) => transaction.put('keys', key));
      bell.ring('keys');
      return { ...toKeyView(key), apiKey };
    },
    listKeys: async () => {
      const keys = await store.list('keys');
      return keys
        .filter((key) => key.kind === 'api')
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .map(toKeyView);
    },
    revokeKey: async ({ params }) => toKeyView(await revokeKey(context, params.keyId)),
    createSession: () => createSession(context),
  };
}

type KeyParts = Pick<Key, 'name' | 'kind' | 'scopes' | 'recipes' | 'spendCapCredits' | 'createdAt' | 'expiresAt'>;

/** Creates a key. Returns the secret, which is not stored, and the row. */
async function makeKey(parts: KeyParts): Promise<{ apiKey: string; key: Key }> {
  const apiKey = createId('vk', 192);
  const key: Key = {
    ...parts,
    id: await hashText(apiKey),
    handle: createId('key'),
    hint: apiKey.slice(0, 7),
    spentCredits: 0,
    reservedCredits: 0,
    revokedAt: null,
    lastUsedAt: null,
    window: { startedAt: 0, requests: 0 },
  };
  return { apiKey, key };
}

const toKeyView = (key: Key): OutputOf<'listKeys'>[number] => ({
  id: key.handle,
  name: key.name,
  hint: key.hint,
  scopes: key.scopes,
  recipes: key.recipes,
  spendCapCredits: key.spendCapCredits,
  spentCredits: key.spentCredits,
  reservedCredits: key.reservedCredits,
  createdAt: toIsoTime(key.createdAt),
  lastUsedAt: key.lastUsedAt === null ? null : toIsoTime(key.lastUsedAt),
  revokedAt: key.revokedAt === null ? null : toIsoTime(key.revokedAt),
});

async function revokeKey({ store, clock, bell }: ApiContext, handle: string): Promise<Key> {
  const revoked = await store.transact(['keys'], async (transaction) => {
    const key = (await transaction.list('keys')).find((one) => one.handle === handle && one.kind === 'api');
    if (!key) {
      throw new Failure('NOT_FOUND', { message: 'No API key has this id; it may have been deleted.' });
    }
    const changed: Key = { ...key, revokedAt: key.revokedAt ?? clock.now() };
    await transaction.put('keys', changed);
    return changed;
  });
  bell.ring('keys');
  return revoked;
}

async function createSession({ store, clock }: ApiContext): Promise<OutputOf<'createSession'>> {
  const now = clock.now();
  const { apiKey, key } = await makeKey({
    name: 'Workspace',
    kind: 'session',
    scopes: [...scopes],
    recipes: null,
    spendCapCredits: null,
    createdAt: now,
    expiresAt: now + sessionSeconds * 1000,
  });
  const isFirst = await store
    .transact(['keys', 'jobs'], async (transaction) => {
      await pruneSessions(transaction, now);
      await transaction.put('keys', key);
      return !(await transaction.list('keys')).some((one) => one.kind === 'api');
    })
    .catch((thrown: unknown) => {
      admitUnkept(thrown, key);
      return false;
    });
  return { apiKey, expiresInSec: sessionSeconds, isFirst };
}

/** Removes old sessions, because each visit creates one. A session with an open run stays, because the run is booked on it. */
async function pruneSessions(transaction: Transaction<'keys' | 'jobs'>, now: number): Promise<void> {
  const keys = await transaction.list('keys');
  const payers = new Set((await listOpenJobs(transaction)).map((job) => job.keyId));
  const isOver = (key: Key): boolean => key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now);
  const over = keys.filter((key) => key.kind === 'session' && isOver(key) && !payers.has(key.id));
  await Promise.all(over.map((key) => transaction.remove('keys', key.id)));
}
