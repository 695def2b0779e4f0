import * as z from 'zod';

/** The rows of what only grows: lines of the credits, and requests to other hosts. Times are milliseconds since 1970. */

/** One line of the ledger: what a run reserved, paid or got back, or a balance that was set. Never changed once it is written. */
export const booking = z.object({
  id: z.string(),
  kind: z.enum(['reserve', 'charge', 'release', 'set']),
  /** What was booked; of a balance that was set, how much it rose or fell. */
  credits: z.int(),
  /** The account after it. */
  balance: z.int(),
  reserved: z.int(),
  /** The run, its recipe and the row id of the key that pays; null for a balance that was set. */
  job: z.object({ id: z.string(), recipeId: z.string(), keyId: z.string() }).nullable(),
  createdAt: z.number(),
});
export type Booking = z.output<typeof booking>;

/** One request of the service worker to another host, none of which carries a body. */
export const outsideRequest = z.object({
  id: z.string(),
  method: z.string(),
  /** Without its query, which may hold a secret of a signed address. */
  address: z.string(),
  /** Null while no answer has come; 0 for one that the browser hides from pages. */
  status: z.int().nullable(),
  /** Bytes of the answer's body that were read. */
  receivedBytes: z.int().min(0),
  createdAt: z.number(),
});
export type OutsideRequest = z.output<typeof outsideRequest>;
