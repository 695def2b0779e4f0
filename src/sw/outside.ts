import * as z from 'zod';
import type { SendWebhook } from '#api/ports.ts';
import { redactAddress } from '#api/redact-address.ts';
import type { OutsideRequest } from '#core/model/ledger-rows.ts';
import type { Clock } from '#core/lib/time.ts';
import { isLoopback, localWebhookPath } from '#core/protocol/webhooks.ts';
import { createId } from '#store/ids.ts';
import type { Store } from '#store/store.ts';

type Ports = { readonly store: Store; readonly base: URL; readonly clock: Clock };

/** The maximum number of stored requests, the newest: some megabytes at most. */
const requestsMax = 5000;
/** The number of bytes after which the row of a running response is written again. */
const countedBytes = 8 * 1024 * 1024;

/**
 * Wraps `fetch` to record each request to another host in the table `outside` before it is sent, and its outcome. The host of a
 * redirect is recorded when the response names it. All requests of the service worker to other hosts except webhooks use this
 * function. It refuses requests with a body, so that no bytes of a video can be sent.
 */
export function recordOutside(fetch: typeof globalThis.fetch, ports: Ports): typeof globalThis.fetch {
  const isOutside = (url: string): boolean => new URL(url).origin !== ports.base.origin;
  return async (input, init) => {
    const { url, method } = new Request(input, init);
    // Requests of these two methods have no body. The body is not checked, because not all browsers expose it.
    if (isOutside(url) && !['GET', 'HEAD'].includes(method)) {
      throw new TypeError('Requests to other hosts cannot send data.');
    }
    const asked = isOutside(url) ? await note(ports, method, url) : null;
    const response = await fetch(input, init);
    const { status } = response;
    const isSentOn = response.redirected && isOutside(response.url);
    const answered = isSentOn ? await note(ports, method, response.url) : asked;
    if (!answered) {
      return response;
    }
    for (const one of new Set([asked ?? answered, answered])) {
      await change(ports, { ...one, status });
    }
    return response.body === null ? response : withCount(response, { ...answered, status }, ports);
  };
}

const localAnswer = z.object({ status: z.int().nullable(), error: z.string().nullable() });

/**
 * Creates the function that sends webhooks, whose bodies contain only the id and the status of a job, and records each request. The
 * server of an https URL must allow the request by CORS. A program on this machine need not: the local server sends to it.
 */
export function createWebhookSender(fetch: typeof globalThis.fetch, ports: Ports): SendWebhook {
  return async (url, init) => {
    const noted = await note(ports, 'POST', url);
    const send = isLoopback(new URL(url)) ? sendLocally : sendByCors;
    const status = await send(fetch, ports.base, url, init);
    await change(ports, { ...noted, status });
    return { status };
  };
}

type Send = (fetch: typeof globalThis.fetch, base: URL, url: string, init: RequestInit) => Promise<number>;

const sendByCors: Send = async (fetch, _, url, init) => {
  const response = await fetch(url, { ...init, mode: 'cors', credentials: 'omit' }).catch((cause: unknown) => {
    throw new TypeError('The receiver cannot be reached, or it does not allow the request by CORS.', { cause });
  });
  await response.body?.cancel();
  return response.status;
};

const sendLocally: Send = async (fetch, base, url, { headers, body, signal }) => {
  const response = await fetch(new URL(localWebhookPath, base), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, headers, body }),
    signal: signal ?? null,
  });
  const { data } = localAnswer.safeParse(await response.json().catch(() => null));
  if (!data) {
    throw new TypeError(
      'Only the local server sends to this machine. Start Offcut with "npm start", or use an https URL.',
    );
  }
  if (data.status === null) {
    throw new TypeError(data.error ?? 'The receiver cannot be reached.');
  }
  return data.status;
};

async function note({ store, clock }: Ports, method: string, url: string): Promise<OutsideRequest> {
  const { origin, pathname } = new URL(await redactAddress(new URL(url)));
  const noted: OutsideRequest = {
    id: createId('out'),
    method,
    address: origin + pathname,
    status: null,
    receivedBytes: 0,
    createdAt: clock.now(),
  };
  await store.transact(['outside'], async (transaction) => {
    await transaction.put('outside', noted);
    const all = await transaction.list('outside');
    const tooOld = all.toSorted((a, b) => b.createdAt - a.createdAt).slice(requestsMax);
    await Promise.all(tooOld.map(({ id }) => transaction.remove('outside', id)));
  });
  return noted;
}

const change = ({ store }: Ports, row: OutsideRequest): Promise<void> =>
  store.transact(['outside'], (transaction) => transaction.put('outside', row));

/**
 * Returns the response, and counts its bytes. Writes the row when the body is complete, interrupted or canceled, and from time to
 * time before, because the service worker may be stopped in between.
 */
function withCount(response: Response, noted: OutsideRequest, ports: Ports): Response {
  let receivedBytes = 0;
  let writtenBytes = 0;
  const end = (): Promise<void> => change(ports, { ...noted, receivedBytes });
  const reader = response.body?.getReader();
  const counted = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await reader?.read().catch(async (thrown: unknown) => {
        await end();
        throw thrown;
      });
      if (!next || next.done) {
        await end();
        controller.close();
        return;
      }
      receivedBytes += next.value.byteLength;
      controller.enqueue(next.value);
      if (receivedBytes - writtenBytes >= countedBytes) {
        writtenBytes = receivedBytes;
        await change(ports, { ...noted, receivedBytes });
      }
    },
    cancel: async (reason) => {
      await end();
      await reader?.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
