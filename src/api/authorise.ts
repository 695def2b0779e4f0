import { Failure } from '#core/lib/failure.ts';
import type { Access } from '#core/protocol/operation.ts';
import type { Key } from '#core/model/records.ts';
import { readAccount } from '#store/account.ts';
import type { Rows } from '#store/store.ts';
import { getNotes } from './call-notes.ts';
import { hashText } from './hash.ts';
import type { ApiContext } from './ports.ts';

const windowMs = 60_000;

/**
 * Sessions whose rows did not fit on the full disk. They last until there is space or until this service worker ends, so that a
 * page can delete files to free space.
 */
const unkept = new Map<string, Key>();

/** Admits the key of a session whose row could not be written to a full disk. Throws any other error again. */
export function admitUnkept(thrown: unknown, key: Key): void {
  ignoreFull(thrown);
  unkept.set(key.id, key);
}

function ignoreFull(thrown: unknown): null {
  if (Failure.from(thrown).code !== 'STORAGE_FULL') {
    throw thrown;
  }
  return null;
}

/**
 * Authorises a request. Returns its key, or null if none is required. Throws UNAUTHORIZED, FORBIDDEN, SCOPE_DENIED and
 * RATE_LIMITED.
 */
export async function authorise(context: ApiContext, request: Request, access: Access): Promise<Key | null> {
  if (access.kind === 'open') {
    return null;
  }
  if (access.kind === 'page') {
    refuseOtherSites(request, context.base);
    return null;
  }
  const { actor } = getNotes(request);
  const key = await (actor === null
    ? getKey(context, request.headers.get('Authorization'))
    : readKey(context.store, actor));
  if (!key.scopes.includes(access.scope)) {
    throw new Failure('SCOPE_DENIED', {
      message: `This API key lacks the scope ${access.scope}; use a key that has it, or create one in the workspace under API keys.`,
      details: { scope: access.scope },
    });
  }
  await keepSession(context, key);
  await countRequest(context, key);
  return key;
}

/** Refuses navigations and form submissions that a page of another site has caused, because they must not change anything. */
function refuseOtherSites(request: Request, base: URL): void {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'same-origin';
  const origin = request.headers.get('Origin') ?? base.origin;
  if (request.mode === 'navigate' || site !== 'same-origin' || origin !== base.origin) {
    throw new Failure('FORBIDDEN');
  }
}

/** Returns the key of an Authorization header. Throws UNAUTHORIZED. */
export async function getKey({ store, clock }: ApiContext, authorization: string | null): Promise<Key> {
  if (authorization === null) {
    throw new Failure('UNAUTHORIZED');
  }
  const [, apiKey] = /^Bearer +(vk_[\w-]{1,100}) *$/i.exec(authorization) ?? [];
  if (!apiKey) {
    throw new Failure('UNAUTHORIZED', {
      message: 'The Authorization header does not have the form "Bearer vk_..."; copy the whole key.',
    });
  }
  const key = await readKey(store, await hashText(apiKey));
  if (key.expiresAt !== null && key.expiresAt <= clock.now()) {
    throw new Failure('UNAUTHORIZED', {
      message: 'This API key has expired; create a new one in the workspace under API keys.',
    });
  }
  return key;
}

/** Returns the current row of a key. Throws UNAUTHORIZED if it was deleted or revoked. */
export async function readKey(rows: Pick<Rows<'keys'>, 'get'>, id: string): Promise<Key> {
  const key = (await rows.get('keys', id)) ?? unkept.get(id);
  if (!key || key.revokedAt !== null) {
    throw new Failure('UNAUTHORIZED', {
      message: `This API key is ${key ? 'revoked' : 'unknown'}; create a new one in the workspace under API keys.`,
    });
  }
  return key;
}

/** Stores a session as soon as there is space for its row, because runs are booked on it. */
async function keepSession({ store }: ApiContext, key: Key): Promise<void> {
  if (unkept.has(key.id)) {
    await store
      .transact(['keys'], async (transaction) => {
        // Another request may have stored the session already, and a run may be booked on it.
        if (!(await transaction.get('keys', key.id))) {
          await transaction.put('keys', key);
        }
      })
      .then(() => unkept.delete(key.id), ignoreFull);
  }
}

/**
 * Records that a key is in use, and enforces its limit of requests per minute, which is counted in the key's row. Requests of the
 * workspace's own pages are not counted.
 */
async function countRequest({ store, clock }: ApiContext, key: Key): Promise<void> {
  const { requestsPerMinute } = (await readAccount(store)).caps;
  const now = clock.now();
  // The row is written once a minute, not for every request.
  const isNoted = key.lastUsedAt !== null && now - key.lastUsedAt < windowMs;
  if (key.kind === 'session' || (requestsPerMinute === null && isNoted)) {
    return;
  }
  const endsAt = await store
    .transact(['keys'], async (transaction) => {
      const row = await readKey(transaction, key.id);
      // The clock may have been set back.
      const isOver = row.window.startedAt + windowMs <= now || row.window.startedAt > now;
      const window = isOver ? { startedAt: now, requests: 0 } : row.window;
      if (requestsPerMinute !== null && window.requests >= requestsPerMinute) {
        return window.startedAt + windowMs;
      }
      await transaction.put('keys', { ...row, lastUsedAt: now, window: { ...window, requests: window.requests + 1 } });
      return null;
      // If the disk is full, reading and deleting must still work.
    })
    .catch(ignoreFull);
  if (endsAt !== null) {
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
    throw new Failure('RATE_LIMITED', {
      message: `This API key has sent more than ${requestsPerMinute} requests in a minute; try again in ${retryAfterSeconds} s.`,
      details: { requestsPerMinute, retryAfterSeconds },
    });
  }
}
