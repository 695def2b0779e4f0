import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { eventNames } from '#core/protocol/webhooks.ts';
import { getRoute } from './routes.ts';
import { sandboxCall } from './sandbox.ts';

const event = z.enum(eventNames);

const webhookView = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    isActive: z.boolean().describe('False after the receiver answered with 410.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

const deliveryView = z
  .object({
    id: z.string().describe('Also the header `webhook-id`, the same for all attempts.'),
    webhookId: z.string(),
    event: z.string(),
    jobId: z.string().nullable(),
    status: z.enum(['pending', 'delivered', 'failed']),
    payload: z
      .string()
      .describe('The body, as JSON: `type`, `timestamp` and `data` with the id, status and URL of the job.'),
    attempts: z.array(
      z.object({
        at: z.iso.datetime(),
        status: z.number().nullable().describe('The status of the response; null without one.'),
        error: z.string().nullable(),
        durationMs: z.number(),
      }),
    ),
    nextAttemptAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime().describe('The time of the event.'),
  })
  .meta({ id: 'WebhookDelivery' });

export const createLabWebhook = defineOperation({
  ...sandboxCall,
  summary: 'Send the events of jobs to a URL',
  description:
    'Deliveries follow Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (HMAC-SHA256 with the secret). A delivery without a 2xx answer within 15 seconds is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. The browser sends to https URLs, whose servers must allow it by CORS; the local server sends to this machine.',
  ...getRoute('createLabWebhook'),
  body: z.strictObject({
    url: z.url().max(2000).describe('https, or http on this machine: 127.0.0.1, localhost or [::1].'),
    events: z
      .array(event)
      .min(1)
      .default([...eventNames])
      .describe('The default is all events.'),
    secret: z
      .string()
      .regex(
        /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
        'use whsec_ and base64 of 24 to 64 bytes',
      )
      .exactOptional()
      .describe('The default is a random secret.'),
  }),
  example: { url: 'http://127.0.0.1:3000/hooks', events: ['job.completed', 'job.failed'] },
  output: webhookView.extend({ secret: z.string().describe('Only this response contains it.') }),
  failures: [],
});

export const listLabWebhooks = defineOperation({
  ...sandboxCall,
  summary: 'List the webhooks',
  ...getRoute('listLabWebhooks'),
  body: null,
  output: z.array(webhookView),
  failures: [],
});

export const deleteLabWebhook = defineOperation({
  ...sandboxCall,
  summary: 'Delete a webhook and its deliveries',
  ...getRoute('deleteLabWebhook'),
  body: null,
  params: z.strictObject({ webhookId: z.string().min(1).max(200) }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  failures: ['NOT_FOUND'],
});

export const listLabDeliveries = defineOperation({
  ...sandboxCall,
  summary: 'List the newest 100 deliveries of webhooks, newest first',
  ...getRoute('listLabDeliveries'),
  body: null,
  query: z.strictObject({
    webhookId: z.string().min(1).max(200).exactOptional(),
    status: z.enum(['pending', 'delivered', 'failed']).exactOptional(),
  }),
  output: z.array(deliveryView),
  failures: [],
});

export const resendLabDelivery = defineOperation({
  ...sandboxCall,
  summary: 'Send a delivery again, with the same id and body',
  ...getRoute('resendLabDelivery'),
  body: null,
  params: z.strictObject({ deliveryId: z.string().min(1).max(300) }),
  output: deliveryView,
  failures: ['NOT_FOUND'],
});

const read = { tag: 'Webhooks', access: { kind: 'key', scope: 'jobs:read' } } as const;
const write = { tag: 'Webhooks', access: { kind: 'key', scope: 'jobs:write' } } as const;

/** The same calls for programs: a key sees and changes only its own webhooks, which end when it is revoked. */
export const createWebhook = defineOperation({ ...createLabWebhook, ...write, ...getRoute('createWebhook') });
export const listWebhooks = defineOperation({ ...listLabWebhooks, ...read, ...getRoute('listWebhooks') });
export const deleteWebhook = defineOperation({ ...deleteLabWebhook, ...write, ...getRoute('deleteWebhook') });
export const listDeliveries = defineOperation({ ...listLabDeliveries, ...read, ...getRoute('listDeliveries') });
export const resendDelivery = defineOperation({ ...resendLabDelivery, ...write, ...getRoute('resendDelivery') });
