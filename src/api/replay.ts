import * as z from 'zod';
import { Failure, failures, failureBody } from '#core/failure.ts';
import type { Key, Replay } from '#core/records.ts';
import type { Store } from '#store/store.ts';
import type { Settled } from './answer.ts';
import { hashText, toCanonicalJson } from './hash.ts';
import { invalid } from './parse-request.ts';
import type { World } from './ports.ts';

const keptMs = 24 * 3600 * 1000;

const stored = z.object({
  headers: z.record(z.string(), z.string()),
  envelope: z.union([z.object({ success: z.literal(true), data: z.unknown() }), failureBody]),
});

/** The answers of calls that came with an `Idempotency-Key`. */
export type Replays = {
  /** The answer that the same call got before, else that of `work`. Throws IDEMPOTENCY_CONFLICT for another call. */
  run(key: Key, request: Request, call: unknown, work: () => Promise<Settled>): Promise<Settled>;
};

export function createReplays({ store, clock }: World): Replays {
  /** Calls that are being answered: the same call at the same time waits for that answer. */
  const open = new Map<string, { requestHash: string; settling: Promise<Settled> }>();
  return {
    run: async (key, request, call, work) => {
      const given = request.headers.get('Idempotency-Key');
      if (given === null || request.method !== 'POST') {
        return work();
      }
      const id = toReplayId(key, given);
      const requestHash = await hashText(toCanonicalJson(call));
      const past = await findReplay(store, id, clock.now());
      if (past) {
        return toReplayed(past, requestHash);
      }
      const begun = open.get(id);
      if (begun) {
        refuseOther(begun.requestHash, requestHash);
        return markReplayed(await begun.settling);
      }
      const settling = work();
      open.set(id, { requestHash, settling });
      try {
        const settled = await settling;
        return await keep(store, { id, requestHash, createdAt: clock.now() }, settled);
      } finally {
        open.delete(id);
      }
    },
  };
}

function toReplayId(key: Key, given: string): string {
  if (given.length === 0 || given.length > 255) {
    throw invalid([{ path: 'Idempotency-Key', message: 'the header must have 1 to 255 characters' }]);
  }
  return `${key.id}:${given}`;
}

async function findReplay(store: Store, id: string, now: number): Promise<Replay | undefined> {
  const past = await store.get('replays', id);
  return past && past.createdAt + keptMs > now ? past : undefined;
}

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
 * Stores an answer that will not change: a refusal that says "try again" must not be what the next try gets. When the same
 * call was answered in the meantime, that answer holds. Answers of yesterday go.
 */
async function keep(
  store: Store,
  call: Pick<Replay, 'id' | 'requestHash' | 'createdAt'>,
  settled: Settled,
): Promise<Settled> {
  const { status, headers, envelope } = settled;
  if (!envelope.success && isPassing(envelope.errorCode)) {
    return settled;
  }
  const first = await store.transact(['replays'], async (transaction) => {
    const all = await transaction.list('replays');
    const over = all.filter((one) => one.createdAt + keptMs <= call.createdAt);
    await Promise.all(over.map((one) => transaction.remove('replays', one.id)));
    const past = all.find((one) => one.id === call.id && !over.includes(one));
    if (!past) {
      await transaction.put('replays', { ...call, status, body: JSON.stringify({ headers, envelope }) });
    }
    return past;
  });
  return first ? toReplayed(first, call.requestHash) : settled;
}

const isPassing = (errorCode: string): boolean =>
  Object.entries(failures).some(
    ([code, { status, isRetryable }]) => code === errorCode && (isRetryable || status >= 500),
  );
