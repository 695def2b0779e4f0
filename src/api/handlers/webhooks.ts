import { Failure } from '#core/lib/failure.ts';
import type { Delivery, Webhook } from '#core/model/lab-rows.ts';
import type { Key } from '#core/model/records.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { isLoopback } from '#core/protocol/webhooks.ts';
import { createId } from '#store/ids.ts';
import type { Rows } from '#store/store.ts';
import type { Call, Handlers, OutputOf } from '../handler.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { createSecret } from '../webhooks/sign-webhook.ts';

type Names =
  | 'createWebhook'
  | 'listWebhooks'
  | 'deleteWebhook'
  | 'listDeliveries'
  | 'resendDelivery'
  | 'createLabWebhook'
  | 'listLabWebhooks'
  | 'deleteLabWebhook'
  | 'listLabDeliveries'
  | 'resendLabDelivery';

/** The caller: an API key, whose webhooks are its own, or a page, which has all of them. */
type Caller = Key | null;

/** The maximum number of listed deliveries. */
const listMax = 100;
const webhooksMax = 20;

/** Creates the handlers of webhooks for API keys and for the lab. */
export function createWebhookHandlers(context: ApiContext): Pick<Handlers, Names> {
  return {
    createWebhook: ({ body, key }) => createWebhook(context, key, body),
    listWebhooks: async ({ key }) => (await listOwn(context.store, key)).map(toWebhookView),
    deleteWebhook: ({ params, key }) => deleteWebhook(context, key, params.webhookId),
    listDeliveries: ({ query, key }) => listDeliveries(context, key, query),
    resendDelivery: ({ params, key }) => resendDelivery(context, key, params.deliveryId),
    createLabWebhook: ({ body }) => createWebhook(context, null, body),
    listLabWebhooks: async () => (await listOwn(context.store, null)).map(toWebhookView),
    deleteLabWebhook: ({ params }) => deleteWebhook(context, null, params.webhookId),
    listLabDeliveries: ({ query }) => listDeliveries(context, null, query),
    resendLabDelivery: ({ params }) => resendDelivery(context, null, params.deliveryId),
  };
}

const listOwn = async (rows: Pick<Rows<'webhooks'>, 'list'>, caller: Caller): Promise<Webhook[]> =>
  (await rows.list('webhooks')).filter(({ keyId }) => caller === null || keyId === caller.id);

async function deleteWebhook(
  { store, bell }: ApiContext,
  caller: Caller,
  webhookId: string,
): Promise<OutputOf<'deleteWebhook'>> {
  await store.transact(['webhooks', 'deliveries'], async (transaction) => {
    if (!(await listOwn(transaction, caller)).some(({ id }) => id === webhookId)) {
      throw new Failure('NOT_FOUND', { message: 'No webhook has this id; it may have been deleted.' });
    }
    const ids = await transaction.listIds('deliveries', { index: 'webhookId', value: webhookId });
    await Promise.all(ids.map((id) => transaction.remove('deliveries', id)));
    await transaction.remove('webhooks', webhookId);
  });
  bell.ring('webhooks');
  return { id: webhookId, deleted: true };
}

async function listDeliveries(
  { store }: ApiContext,
  caller: Caller,
  { webhookId, status }: Call<'listDeliveries'>['query'],
): Promise<OutputOf<'listDeliveries'>> {
  const own = new Set((await listOwn(store, caller)).map(({ id }) => id));
  const all = await store.list('deliveries', status && { index: 'status', value: status });
  return all
    .filter((one) => own.has(one.webhookId) && (webhookId === undefined || one.webhookId === webhookId))
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, listMax)
    .map(toDeliveryView);
}

async function resendDelivery(
  { store, bell, clock }: ApiContext,
  caller: Caller,
  id: string,
): Promise<OutputOf<'resendDelivery'>> {
  const delivery = await store.transact(['webhooks', 'deliveries'], async (transaction) => {
    const found = await transaction.get('deliveries', id);
    const own = await listOwn(transaction, caller);
    if (!found || !own.some((webhook) => webhook.id === found.webhookId)) {
      throw new Failure('NOT_FOUND', { message: 'No delivery has this id; only the newest 1,000 are stored.' });
    }
    const pending: Delivery = { ...found, status: 'pending', nextAttemptAt: clock.now() };
    await transaction.put('deliveries', pending);
    return pending;
  });
  bell.ring('webhooks');
  return toDeliveryView(delivery);
}

async function createWebhook(
  { store, bell, clock, base }: ApiContext,
  caller: Caller,
  { url, events, secret = createSecret() }: Call<'createWebhook'>['body'],
): Promise<OutputOf<'createWebhook'>> {
  requireAllowed(new URL(url), base);
  const now = clock.now();
  const row: Webhook = {
    id: createId('wh'),
    url,
    events: [...new Set(events)],
    secret,
    keyId: caller?.id ?? null,
    isActive: true,
    since: now,
    createdAt: now,
  };
  await store.transact(['webhooks'], async (transaction) => {
    if ((await transaction.list('webhooks')).length >= webhooksMax) {
      throw invalid([{ path: '', message: `there are ${webhooksMax} webhooks already; delete one first` }]);
    }
    await transaction.put('webhooks', row);
  });
  bell.ring('webhooks');
  return { ...toWebhookView(row), secret };
}

/** Throws VALIDATION_FAILED for a URL that cannot receive webhooks. */
function requireAllowed(url: URL, base: URL): void {
  const refuse = (message: string): Error => invalid([{ path: 'url', message }]);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    throw refuse('use an https URL, or an http URL on this machine: 127.0.0.1, localhost or [::1]');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('the URL must not contain a user name or password');
  }
  if (url.origin === base.origin) {
    throw refuse('the URL is that of Offcut itself; use the URL of a receiver');
  }
}

const toWebhookView = ({ id, url, events, isActive, createdAt }: Webhook): OutputOf<'listWebhooks'>[number] => ({
  id,
  url,
  events,
  isActive,
  createdAt: toIsoTime(createdAt),
});

const toDeliveryView = ({ attempts, nextAttemptAt, createdAt, ...delivery }: Delivery): OutputOf<'resendDelivery'> => ({
  ...delivery,
  attempts: attempts.map((one) => ({ ...one, at: toIsoTime(one.at) })),
  nextAttemptAt: nextAttemptAt === null ? null : toIsoTime(nextAttemptAt),
  createdAt: toIsoTime(createdAt),
});
