import * as z from 'zod';

/** `world.json` within a world, a ZIP with the whole state. Its files are named by their SHA-256. */
export const worldFile = z.object({
  format: z.literal('offcut-world'),
  version: z.literal(1),
  schemaVersion: z.int().min(1),
  createdAt: z.iso.datetime(),
  /** Whether the rows contain keys that open this API, upload tickets and stored responses. */
  hasSecrets: z.boolean(),
  /** The files that the rows name. Two names may have the same bytes. */
  files: z
    .array(z.object({ name: z.string(), sizeBytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .max(100_000),
  /** The rows, which `parseState` checks. */
  tables: z.unknown(),
});
export type WorldFile = z.output<typeof worldFile>;

export const worldFileName = 'world.json';

/** Returns the path of a file in the ZIP. */
export const toWorldPath = (sha256: string): string => `files/${sha256}`;
