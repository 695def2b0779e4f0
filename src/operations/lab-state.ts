import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { labTool } from './lab-tool.ts';
import { getRoute } from './routes.ts';
import { sandboxCall, snapshotName } from './sandbox.ts';

/** The operations of the lab on the stored state: snapshots, worlds and differences. */

const named = z.strictObject({ name: snapshotName });

const snapshotView = z
  .object({
    name: z.string(),
    sizeBytes: z
      .number()
      .describe('The size of the rows and of the files that they need. Files are shared, not copied.'),
    files: z.number(),
    rows: z.record(z.string(), z.number()).describe('The number of rows by table.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Snapshot' });

export const listSnapshots = defineOperation({
  ...sandboxCall,
  summary: 'List the snapshots, newest first',
  ...getRoute('listSnapshots'),
  body: null,
  output: z.array(snapshotView),
  failures: [],
  tool: labTool(
    'list_snapshots',
    'List snapshots',
    'Lists the snapshots of the stored state, newest first.',
    'read',
    undefined,
    'snapshots',
  ),
});

export const takeSnapshot = defineOperation({
  ...sandboxCall,
  summary: 'Store the state of all rows and files under a name',
  description:
    'A snapshot with the same name is replaced. Files are shared, so a snapshot takes milliseconds; they stay as long as the snapshot. The settings of the lab, its logs, webhooks and snapshots are not part of the state. `POST /sandbox/v1/reset` deletes all snapshots.',
  ...getRoute('takeSnapshot'),
  body: named,
  example: { name: 'two-materials' },
  output: snapshotView,
  failures: ['IN_FLIGHT', 'STORAGE_FULL'],
  tool: labTool(
    'take_snapshot',
    'Take a snapshot',
    'Stores the state of all rows and files under a name; replaces a snapshot with the same name.',
    'set',
    { name: 'two-materials' },
  ),
});

export const restoreSnapshot = defineOperation({
  ...sandboxCall,
  summary: 'Replace the state by a snapshot',
  description:
    'Jobs that were running are queued again and repeat their unfinished steps; runs of jobs that are not in the snapshot end. Model downloads are paused. Open pages keep their session.',
  ...getRoute('restoreSnapshot'),
  body: null,
  params: named,
  output: snapshotView,
  failures: ['NOT_FOUND'],
  tool: {
    ...labTool(
      'restore_snapshot',
      'Restore a snapshot',
      'Replaces the whole state by a snapshot: jobs, materials, canvases, keys and credits.',
      'set',
      { name: 'two-materials' },
    ),
    isDestructive: true,
  },
});

export const deleteSnapshot = defineOperation({
  ...sandboxCall,
  summary: 'Delete a snapshot, and the files that only it needs',
  ...getRoute('deleteSnapshot'),
  body: null,
  params: named,
  output: z.object({ name: z.string(), deleted: z.literal(true) }),
  failures: ['NOT_FOUND'],
});

export const getWorld = defineOperation({
  ...sandboxCall,
  summary: 'Download the whole state as a ZIP file',
  description:
    'The ZIP has the rows as JSON in `world.json` and each file under its SHA-256. By default, it contains no secrets: its API keys are revoked, and upload tickets and responses for `Idempotency-Key` are left out. With `secrets=include`, all keys work where the world is restored.',
  ...getRoute('getWorld'),
  body: null,
  query: z.strictObject({ secrets: z.enum(['include']).exactOptional() }),
  reply: 'bytes',
  produces: 'application/zip',
  output: z.string(),
  failures: [],
});

export const putWorld = defineOperation({
  ...sandboxCall,
  summary: 'Replace the state by that of a ZIP file from `GET /sandbox/v1/world`',
  description:
    'Ids and files are the same as in the other browser. The ZIP is checked first; if it is damaged or from a newer version, nothing changes. It needs twice its size in storage while it is restored. Snapshots and the settings of the lab stay.',
  ...getRoute('putWorld'),
  body: null,
  consumes: 'application/zip',
  isLong: true,
  output: z.object({
    restored: z.literal(true),
    files: z.number(),
    rows: z.record(z.string(), z.number()).describe('The number of rows by table.'),
  }),
  failures: ['STORAGE_FULL'],
});

const ids = z.array(z.string());
const credits = z.object({ remaining: z.number(), reserved: z.number() });

export const getDiff = defineOperation({
  ...sandboxCall,
  summary: 'List what has changed since a snapshot',
  description: 'Contains the tables that differ. Rows of API keys have their public ids.',
  ...getRoute('getDiff'),
  body: null,
  query: z.strictObject({ since: snapshotName.describe('The name of a snapshot.') }),
  output: z.object({
    since: z.string(),
    createdAt: z.iso.datetime().describe('The time of the snapshot.'),
    tables: z.record(
      z.string(),
      z.object({
        added: ids,
        removed: ids,
        changed: z.array(z.object({ id: z.string(), fields: z.array(z.string()).describe('The changed fields.') })),
      }),
    ),
    credits: z.object({
      before: credits,
      after: credits,
      difference: z.number().describe('Of the remaining credits.'),
    }),
  }),
  failures: ['NOT_FOUND'],
  tool: labTool(
    'get_diff',
    'List changes',
    'Lists what has changed since a snapshot: rows by table, and credits.',
    'read',
    { since: 'two-materials' },
  ),
});
