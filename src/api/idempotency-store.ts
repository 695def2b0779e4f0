import * as z from 'zod';
import { Failure, failures, failureBody } from '#core/lib/failure.ts';
import type { Key, Replay } from '#core/model/records.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Store } from '#store/store.ts';
import type { Settled } from './answer.ts';
import type { Form } from './form.ts';
import { hashText, toCanonicalJson } from './hash.ts';
import { invalid } from './parse-request.ts';

/** The time for which a stored response is returned again. */
const keptMs = 24 * 3600 * 1000;
/** The interval between removals of expired responses. */
const cleanUpEveryMs = 3600 * 1000;

const stored = z.object({
  headers: z.record(z.string(), z.string()),
  envelope: z.union([z.object({ success: z.literal(true), data: z.unknown() }), failureBody]),
});

/** The responses to calls with an `Idempotency-Key`. */
export interface IdempotencyStore {
  /**
   * Returns the stored response if this call was made before with this key, or else the response of `work`. Throws
   * IDEMPOTENCY_CONFLICT if the key was used with another call.
   */
  run(key: Key, request: Request, call: CallIdentity, work: () => Promise<Settled>): Promise<Settled>;
}

/** The properties that two equal calls share: the operation with its input, and the form if there is one. */
type CallIdentity = { readonly identity: unknown; readonly form: Form | null };

type Ports = { readonly store: Store; readonly clock: Clock };

export function createIdempotencyStore(ports: Ports): IdempotencyStore {
  const { store, clock } = ports;
  /** Calls in progress. An equal call at the same time waits for the same response. */
  const open = new Map<string, { call: CallIdentity; settling: Promise<Settled> }>();
  const cleanUp = createCleanUp(ports);
  const answer = async (id: string, call: CallIdentity, work: () => Promise<Settled>): Promise<Settled> => {
    const past = await store.get('replays', id);
    if (past && !isExpired(past, clock.now())) {
      return toReplayed(past, await hashCall(call));
    }
    const begun = open.get(id);
    if (!begun) {
      const settling = work().then((settled) => keep(store, id, call, clock.now(), settled));
      open.set(id, { call, settling });
      return settling.finally(() => {
        open.delete(id);
        cleanUp();
      });
    }
    if (!call.form && !begun.call.form) {
      refuseOther(await hashCall(begun.call), await hashCall(call));
      return markReplayed(await begun.settling);
    }
    // The fields of a form are known after it has been read; the response is stored then.
    await begun.settling.catch(() => undefined);
    return answer(id, call, work);
  };
  return {
    run: async (key, request, call, work) => {
      const given = request.method === 'POST' ? readIdempotencyKey(request) : null;
      return given === null ? work() : answer(`${key.id}:${given}`, call, work);
    },
  };
}

/** Omits an absent form, as every released version did, so that a retry after an update counts as the same call. */
const hashCall = async ({ identity, form }: CallIdentity): Promise<string> =>
  hashText(toCanonicalJson(form ? { identity, form: await form.digest() } : identity));

/** Returns the header `Idempotency-Key`, or null without one. Throws VALIDATION_FAILED for an empty or too long value. */
export function readIdempotencyKey(request: Request): string | null {
  const given = request.headers.get('Idempotency-Key');
  if (given !== null && (given.length === 0 || given.length > 255)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'the header must have 1 to 255 characters' }]);
  }
  return given;
}

const isExpired = (answer: Replay, now: number): boolean => answer.createdAt + keptMs <= now;

function refuseOther(first: string, second: string): void {
  if (first !== second) {
    throw new Failure('IDEMPOTENCY_CONFLICT');
  }
}

function toReplayed(past: Replay, requestHash: string): Settled {
  refuseOther(past.requestHash, requestHash);
  const { headers, envelope } = stored.parse(JSON.parse(past.body));
  return markReplayed({ status: past.status, headers, envelope });
}

const markReplayed = (settled: Settled): Settled => ({
  ...settled,
  headers: { ...settled.headers, 'Idempotent-Replayed': 'true' },
});

/**
 * Stores a response that is final. A failure that asks to try again is not stored, because the next attempt must not receive it.
 * Neither is the failure of a form, which may be unread. If another thread has stored a response in the meantime, the first one
 * counts.
 */
async function keep(store: Store, id: string, call: CallIdentity, now: number, settled: Settled): Promise<Settled> {
  const { status, headers, envelope } = settled;
  if (!envelope.success && (call.form || isTemporary(envelope.errorCode))) {
    return settled;
  }
  const requestHash = await hashCall(call);
  const first = await store.transact(['replays'], async (transaction) => {
    const past = await transaction.get('replays', id);
    if (past && !isExpired(past, now)) {
      return past;
    }
    const body = JSON.stringify({ headers, envelope });
    await transaction.put('replays', { id, requestHash, status, body, createdAt: now });
    return null;
  });
  return first ? toReplayed(first, requestHash) : settled;
}

const isTemporary = (errorCode: string): boolean =>
  Object.entries(failures).some(
    ([code, { status, isRetryable }]) => code === errorCode && (isRetryable || status >= 500),
  );

/**
 * Returns a function that removes expired responses, at most once an hour. The caller does not wait for it. It reads the table
 * outside of any transaction, so other calls do not wait either.
 */
function createCleanUp({ store, clock }: Ports): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const removeExpired = async (now: number): Promise<void> => {
    const expired = (await store.list('replays')).filter((answer) => isExpired(answer, now));
    for (const { id } of expired) {
      await store.transact(['replays'], async (transaction) => {
        const answer = await transaction.get('replays', id);
        // The key may have been used again since then.
        if (answer && isExpired(answer, now)) {
          await transaction.remove('replays', id);
        }
      });
    }
  };
  return () => {
    const now = clock.now();
    if (now - lastAt >= cleanUpEveryMs) {
      lastAt = now;
      // A later call removes the rows that this call could not remove.
      void removeExpired(now).catch(() => undefined);
    }
  };
}
