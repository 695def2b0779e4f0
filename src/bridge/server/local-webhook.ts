import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { isLoopback } from '#core/protocol/webhooks.ts';

const bodyBytesMax = 64 * 1024;
/** The time limit of the receiver, in milliseconds. */
const receiverMs = 15_000;

const asked = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string().regex(/^(?:content-type|webhook-[a-z]+)$/i), z.string()),
  body: z.string(),
});

/**
 * Sends a webhook of the service worker at `baseUrl` to another program on this machine, which need not allow it by CORS. Responds
 * with its status. Throws FORBIDDEN for requests from elsewhere, and VALIDATION_FAILED for other machines and for this server.
 */
export async function answerLocalWebhook(
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.origin !== baseUrl) {
    throw new Failure('FORBIDDEN', { message: 'Only the service worker may send webhooks.' });
  }
  const { data } = asked.safeParse(await readJson(request));
  const url = data && new URL(data.url);
  if (!url || !isLoopback(url) || url.port === new URL(baseUrl).port) {
    throw new Failure('VALIDATION_FAILED', { message: 'The webhook is not for another program on this machine.' });
  }
  const { headers, body } = data;
  const signal = AbortSignal.timeout(receiverMs);
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    async (received) => {
      await received.body?.cancel();
      return { status: received.status, error: null };
    },
    (thrown: unknown) => ({ status: null, error: toReason(thrown) }),
  );
  const json = JSON.stringify(answer);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }).end(json);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    sizeBytes += bytes.byteLength;
    if (sizeBytes > bodyBytesMax) {
      throw new Failure('VALIDATION_FAILED', { message: 'The webhook is too large.' });
    }
    pieces.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    return null;
  }
}

/** Node's fetch hides the reason, such as ECONNREFUSED, in the cause. */
function toReason(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return cause instanceof Error ? cause.message : String(cause);
}
