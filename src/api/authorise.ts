import { Failure } from '#core/lib/failure.ts';
import type { Access } from '#core/protocol/operation.ts';
import type { Key } from '#core/model/records.ts';
import { readAccount } from '#store/account.ts';
import type { Rows } from '#store/store.ts';
import { hashText } from './hash.ts';
import type { ApiContext } from './ports.ts';

const windowMs = 60_000;

/**
 * Sessions whose rows the disk had no room for. Until it has, they last as long as this service worker, and are how
 * a page can delete what fills it.
 */
const unkept = new Map<string, Key>();

/** Lets the key of a session in whose row could not be written for want of room; throws any other error again. */
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

/** Lets a request in or throws; the key that it came with, null where none is needed. */
export async function authorise(context: ApiContext, request: Request, access: Access): Promise<Key | null> {
  if (access.kind === 'open') {
    return null;
  }
  if (access.kind === 'page') {
    refuseOtherSites(request, context.base);
    return null;
  }
  const key = await getKey(context, request.headers.get('Authorization'));
  if (!key.scopes.includes(access.scope)) {
    throw new Failure('SCOPE_DENIED', {
      message: `This API key lacks the scope ${access.scope}, which the call needs.`,
      details: { scope: access.scope },
    });
  }
  await keepSession(context, key);
  await countRequest(context, key);
  return key;
}

/** A page of another site can make a browser navigate here, or send a form: neither may change anything. */
function refuseOtherSites(request: Request, base: URL): void {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'same-origin';
  const origin = request.headers.get('Origin') ?? base.origin;
  if (request.mode === 'navigate' || site !== 'same-origin' || origin !== base.origin) {
    throw new Failure('FORBIDDEN');
  }
}

/** The key of an Authorization header. Throws UNAUTHORIZED. */
export async function getKey({ store, clock }: ApiContext, authorization: string | null): Promise<Key> {
  if (authorization === null) {
    throw new Failure('UNAUTHORIZED');
  }
  const [, apiKey] = /^Bearer +(vk_[\w-]{1,100}) *$/i.exec(authorization) ?? [];
  if (!apiKey) {
    throw new Failure('UNAUTHORIZED', {
      message: 'The Authorization header does not have the form "Bearer vk_..."; check how the key was copied.',
    });
  }
  const key = await readKey(store, await hashText(apiKey));
  if (key.expiresAt !== null && key.expiresAt <= clock.now()) {
    throw new Failure('UNAUTHORIZED', { message: 'This API key has expired; make a new one.' });
  }
  return key;
}

/** The key of a row id as it is now. Throws UNAUTHORIZED when it is gone or revoked. */
export async function readKey(rows: Pick<Rows<'keys'>, 'get'>, id: string): Promise<Key> {
  const key = (await rows.get('keys', id)) ?? unkept.get(id);
  if (!key || key.revokedAt !== null) {
    throw new Failure('UNAUTHORIZED', {
      message: `This API key is ${key ? 'revoked' : 'unknown'}; make a new one in the workspace under API keys.`,
    });
  }
  return key;
}

/** Keeps a session as soon as there is room for its row: runs are booked on it. */
async function keepSession({ store }: ApiContext, key: Key): Promise<void> {
  if (unkept.has(key.id)) {
    await store
      .transact(['keys'], async (transaction) => {
        // Another request may have kept it, and booked on it.
        if (!(await transaction.get('keys', key.id))) {
          await transaction.put('keys', key);
        }
      })
      .then(() => unkept.delete(key.id), ignoreFull);
  }
}

/**
 * Notes that a key is in use, and keeps the rate limit: so many requests in a minute, counted in the key's row. A page of the
 * workspace is not counted.
 */
async function countRequest({ store, clock }: ApiContext, key: Key): Promise<void> {
  const { requestsPerMinute } = (await readAccount(store)).caps;
  const now = clock.now();
  // A row is written once a minute, not for every request.
  const isNoted = key.lastUsedAt !== null && now - key.lastUsedAt < windowMs;
  if (key.kind === 'session' || (requestsPerMinute === null && isNoted)) {
    return;
  }
  const endsAt = await store
    .transact(['keys'], async (transaction) => {
      const row = await readKey(transaction, key.id);
      const isOver = row.window.startedAt + windowMs <= now;
      const window = isOver ? { startedAt: now, requests: 0 } : row.window;
      if (requestsPerMinute !== null && window.requests >= requestsPerMinute) {
        return window.startedAt + windowMs;
      }
      await transaction.put('keys', { ...row, lastUsedAt: now, window: { ...window, requests: window.requests + 1 } });
      return null;
      // On a full disk what is there can still be read, and deleted.
    })
    .catch(ignoreFull);
  if (endsAt !== null) {
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
    throw new Failure('RATE_LIMITED', {
      message: `More than ${requestsPerMinute} requests a minute; try again in ${retryAfterSeconds} s.`,
      details: { requestsPerMinute, retryAfterSeconds },
    });
  }
}
