import { toEventName } from '#core/protocol/webhooks.ts';
import type { Delivery, Webhook } from '#core/model/lab-rows.ts';
import type { Job } from '#core/model/records.ts';
import { toIsoTime } from '#core/lib/time.ts';
import type { Store } from '#store/store.ts';
import type { ApiContext } from '../ports.ts';

/** The maximum number of stored deliveries of a webhook, the newest. */
const deliveriesMax = 1000;
/** The number of known ids in memory, after which they are read again. */
const seenMax = 20_000;

type JobEvent = { readonly job: Job; readonly status: Job['status']; readonly at: number };

/**
 * Creates a function that stores a delivery for each new event of a job and each webhook. Events are derived from the logs of the
 * jobs, so that no event is lost while no thread runs, and jobs never wait for webhooks. The id of a delivery follows from its event,
 * so an event is stored once.
 */
export function createRecorder({
  store,
  bell,
  base,
}: Pick<ApiContext, 'store' | 'bell' | 'base'>): () => Promise<void> {
  const seen = new Set<string>();
  return async () => {
    const webhooks = await listActive(store);
    if (webhooks.length === 0) {
      return;
    }
    const events = (await store.list('jobs')).flatMap(listEvents);
    const fresh = webhooks
      .flatMap((webhook) =>
        events.filter((event) => isWanted(webhook, event)).map((event) => toDelivery(webhook, event, base)),
      )
      .filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) {
      return;
    }
    await store.transact(['webhooks', 'deliveries'], async (transaction) => {
      for (const delivery of fresh) {
        const isKnown = (await transaction.get('deliveries', delivery.id)) !== undefined;
        if (!isKnown && (await transaction.get('webhooks', delivery.webhookId))) {
          await transaction.put('deliveries', delivery);
        }
      }
      for (const webhook of webhooks) {
        const all = await transaction.list('deliveries', { index: 'webhookId', value: webhook.id });
        const tooOld = all.toSorted((a, b) => b.createdAt - a.createdAt).slice(deliveriesMax);
        await Promise.all(tooOld.map(({ id }) => transaction.remove('deliveries', id)));
        const [newest] = tooOld;
        const current = newest && (await transaction.get('webhooks', webhook.id));
        if (current) {
          // Otherwise their events would be stored again.
          await transaction.put('webhooks', { ...current, since: newest.createdAt + 1 });
        }
      }
    });
    if (seen.size > seenMax) {
      seen.clear();
    }
    fresh.forEach(({ id }) => seen.add(id));
    bell.ring('deliveries');
  };
}

/** A webhook ends when its key is revoked. */
async function listActive(store: Pick<Store, 'get' | 'list'>): Promise<Webhook[]> {
  const webhooks = await store.list('webhooks');
  const keys = await Promise.all(webhooks.map(async ({ keyId }) => (keyId === null ? null : store.get('keys', keyId))));
  return webhooks.filter(
    ({ isActive }, index) => isActive && (keys[index] === null || keys[index]?.revokedAt === null),
  );
}

const isWanted = ({ events, since }: Webhook, { status, at }: JobEvent): boolean =>
  at >= since && events.includes(toEventName(status));

/** Lists the changes of a job's status. The log also has changes of the stage alone, and loses its first entries if it is long. */
function listEvents(job: Job): JobEvent[] {
  const { log, createdAt } = job;
  const isChange = ({ at, status }: Job['log'][number], index: number): boolean =>
    index === 0 ? at === createdAt : log[index - 1]?.status !== status;
  return log.filter(isChange).map(({ at, status }) => ({ job, status, at }));
}

function toDelivery(webhook: Webhook, { job, status, at }: JobEvent, base: URL): Delivery {
  const { id, recipeId, error } = job;
  const hasEnded = status === 'failed' || status === 'canceled';
  const payload = {
    type: toEventName(status),
    timestamp: toIsoTime(at),
    data: {
      id,
      recipeId,
      status,
      url: new URL(`v1/jobs/${id}`, base).href,
      ...(hasEnded && error && { error: { errorCode: error.code, message: error.message } }),
    },
  };
  return {
    id: `msg_${webhook.id}_${id}_${at}_${status}`,
    webhookId: webhook.id,
    event: payload.type,
    jobId: id,
    payload: JSON.stringify(payload),
    status: 'pending',
    attempts: [],
    nextAttemptAt: at,
    createdAt: at,
  };
}
