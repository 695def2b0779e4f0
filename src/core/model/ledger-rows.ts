import * as z from 'zod';

/** Append-only rows: bookings of credits, and requests to other hosts. Times are milliseconds since 1970. */

/** One booking of the ledger: credits that a run reserved, paid or got back, or a balance that was set. Immutable. */
export const booking = z.object({
  id: z.string(),
  kind: z.enum(['reserve', 'charge', 'release', 'set']),
  /** The booked amount; for a balance that was set, the difference. */
  credits: z.int(),
  /** The balance after the booking. */
  balance: z.int(),
  reserved: z.int(),
  /** The run, its recipe and the row id of the key that pays; null for a balance that was set. */
  job: z.object({ id: z.string(), recipeId: z.string(), keyId: z.string() }).nullable(),
  createdAt: z.number(),
});
export type Booking = z.output<typeof booking>;

/** One request of the service worker to another host. Only webhooks have a body, with the id and the status of a job. */
export const outsideRequest = z.object({
  id: z.string(),
  method: z.string(),
  /** The URL without its query, which may contain the secret of a signed URL. */
  address: z.string(),
  /** Null until a response arrives; 0 for a response that the browser hides from pages. */
  status: z.int().nullable(),
  /** The bytes of the response body that were read. */
  receivedBytes: z.int().min(0),
  createdAt: z.number(),
});
export type OutsideRequest = z.output<typeof outsideRequest>;
