import type { Delivery, Webhook } from '#core/model/lab-rows.ts';
import { systemClock } from '#core/lib/time.ts';
import { eventNames } from '#core/protocol/webhooks.ts';
import type { ApiContext } from '../ports.ts';
import { createRecorder } from './record-events.ts';
import { signWebhook } from './sign-webhook.ts';

/** The time limit of an attempt, in milliseconds. */
const attemptMs = 15_000;
/** The time after which another thread repeats an attempt whose thread has ended, in milliseconds. */
const leaseMs = 60_000;
/** The waits before the retries, in seconds. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** The maximum time between two looks at the deliveries, because the clock of the lab may change. */
const lookAgainMs = 30_000;

type Claimed = { readonly webhook: Webhook; readonly delivery: Delivery };

/**
 * Sends the events of jobs to webhooks. The queue consists of rows, so it outlives the thread; a thread takes a delivery by moving
 * its next attempt. Each webhook receives one delivery at a time, and a slow one delays no other. Returns a function that begins; call
 * it with the first request, because an inactive service worker must not open the database.
 */
export function createWebhooks(context: ApiContext): () => void {
  const record = createRecorder(context);
  const lanes = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> | undefined;
  let isStale = false;
  const openLane = (id: string): void => {
    const lane = sendAll(context, id).catch(async (thrown: unknown) => {
      logDefect(thrown);
      // The rows cannot be read or written, for example on a full disk.
      await new Promise<void>((resolve) => startTimer(resolve, lookAgainMs));
    });
    context.keepAwake?.(lane);
    lanes.set(id, lane);
    void lane.then(() => {
      lanes.delete(id);
      wake();
    });
  };
  const look = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      await record();
      const pending = await context.store.list('deliveries', { index: 'status', value: 'pending' });
      const now = context.clock.now();
      const due = pending.filter(({ nextAttemptAt }) => (nextAttemptAt ?? now) <= now);
      new Set(due.map(({ webhookId }) => webhookId).filter((id) => !lanes.has(id))).forEach(openLane);
      clearTimeout(timer);
      if (pending.length > due.length) {
        const next = Math.min(...pending.filter((one) => !due.includes(one)).map((one) => one.nextAttemptAt ?? now));
        timer = startTimer(wake, Math.min(next - now, lookAgainMs));
      }
    }
  };
  const wake = (): void => {
    isStale = true;
    looking ??= look()
      .catch(logDefect)
      .finally(() => {
        looking = undefined;
      });
  };
  let isBegun = false;
  return () => {
    if (!isBegun) {
      isBegun = true;
      context.bell.listen((table) => ['jobs', 'webhooks', 'lab'].includes(table) && wake());
      wake();
    }
  };
}

function logDefect(thrown: unknown): void {
  // oxlint-disable-next-line no-console -- the only trace of a defect in the queue
  console.error(thrown);
}

/** Starts a timer that does not keep Node running. */
function startTimer(work: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, ms);
  const given: unknown = timer;
  if (typeof given === 'object' && given !== null && 'unref' in given && typeof given.unref === 'function') {
    given.unref();
  }
  return timer;
}

/** Sends the due deliveries of a webhook one after the other. */
async function sendAll(context: ApiContext, webhookId: string): Promise<void> {
  for (;;) {
    const claimed = await claim(context, webhookId);
    if (!claimed) {
      return;
    }
    await settle(context, claimed, await attempt(context, claimed));
    context.bell.ring('deliveries');
  }
}

/** Takes the oldest due delivery of a webhook. Removes the deliveries of a deleted webhook. */
const claim = ({ store, clock }: ApiContext, webhookId: string): Promise<Claimed | undefined> =>
  store.transact(['webhooks', 'deliveries'], async (transaction) => {
    const now = clock.now();
    const webhook = await transaction.get('webhooks', webhookId);
    const all = await transaction.list('deliveries', { index: 'webhookId', value: webhookId });
    if (!webhook) {
      await Promise.all(all.map(({ id }) => transaction.remove('deliveries', id)));
      return undefined;
    }
    const [delivery] = all
      .filter((one) => one.status === 'pending' && (one.nextAttemptAt ?? now) <= now)
      .toSorted((a, b) => a.createdAt - b.createdAt || eventNames.indexOf(a.event) - eventNames.indexOf(b.event));
    if (delivery) {
      await transaction.put('deliveries', { ...delivery, nextAttemptAt: now + leaseMs });
    }
    return delivery && { webhook, delivery };
  });

type Attempt = Delivery['attempts'][number];

async function attempt({ sendWebhook, clock }: ApiContext, { webhook, delivery }: Claimed): Promise<Attempt> {
  const startedAt = performance.now();
  // Receivers compare this time with their own clock, so it is the real one even if the lab has set another.
  const headers = await signWebhook(webhook.secret, delivery, Math.floor(systemClock.now() / 1000));
  const request = { method: 'POST', headers, body: delivery.payload, signal: AbortSignal.timeout(attemptMs) };
  const outcome = await sendWebhook(webhook.url, { ...request, redirect: 'manual' }).then(
    ({ status }) => ({
      // A browser hides the status of a redirect.
      status: status === 0 ? null : status,
      error: status >= 200 && status < 300 ? null : describe(status),
    }),
    (thrown: unknown) => ({ status: null, error: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
  return { at: clock.now(), ...outcome, durationMs: Math.round(performance.now() - startedAt) };
}

const describe = (status: number): string =>
  status === 0 || (status >= 300 && status < 400)
    ? 'The receiver sent a redirect, which is not followed.'
    : `The receiver answered with status ${status}.`;

/** The status with which a receiver ends its webhook. */
const goneStatus = 410;

const settle = ({ store, clock }: ApiContext, { webhook, delivery }: Claimed, made: Attempt): Promise<void> =>
  store.transact(['webhooks', 'deliveries'], async (transaction) => {
    const row = await transaction.get('deliveries', delivery.id);
    if (!row) {
      return;
    }
    const attempts = [...row.attempts, made];
    const wait = retrySeconds[attempts.length - 1];
    const isGone = made.status === goneStatus;
    const willRetry = made.error !== null && !isGone && wait !== undefined;
    await transaction.put('deliveries', {
      ...row,
      attempts,
      status: made.error === null ? 'delivered' : willRetry ? 'pending' : 'failed',
      nextAttemptAt: willRetry ? clock.now() + 1000 * wait : null,
    });
    const current = isGone ? await transaction.get('webhooks', webhook.id) : undefined;
    if (current) {
      await transaction.put('webhooks', { ...current, isActive: false });
      const others = await transaction.list('deliveries', { index: 'webhookId', value: webhook.id });
      const pending = others.filter(({ status }) => status === 'pending');
      await Promise.all(
        pending.map((one) => transaction.put('deliveries', { ...one, status: 'failed', nextAttemptAt: null })),
      );
    }
  });
