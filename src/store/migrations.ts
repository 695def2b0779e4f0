import * as z from 'zod';
import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';

type Upgrade = IDBPTransaction<unknown, StoreNames<unknown>[], 'versionchange'>;

/** One migration: first tables and indexes, then rows. It may await only the transaction. */
type Step = (database: IDBPDatabase, upgrade: Upgrade) => Promise<void>;

/** The rows of an earlier version. */
const storedRows = z.array(z.record(z.string(), z.unknown()));
type StoredRow = z.output<typeof storedRows>[number];

const cutOutCanvas = z.looseObject({
  document: z.looseObject({ tracks: z.array(z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) })) }),
});

/**
 * The migrations: step N upgrades a database from version N to version N + 1. A released step never changes, and does not use
 * today's types, because they differ from those of its version.
 */
const steps: readonly Step[] = [
  async (database) => {
    const indexes = { assets: ['sha256', 'sourceUrl'], jobs: ['fingerprint', 'status'] };
    for (const name of ['account', 'keys', 'tickets', 'canvases', 'replays', 'measurements']) {
      database.createObjectStore(name, { keyPath: 'id' });
    }
    for (const [name, fields] of Object.entries(indexes)) {
      const objects = database.createObjectStore(name, { keyPath: 'id' });
      for (const field of fields) {
        objects.createIndex(field, field);
      }
    }
  },
  async (database) => {
    database.createObjectStore('models', { keyPath: 'id' });
  },
  async (database) => {
    database.createObjectStore('checkpoints', { keyPath: 'id' });
  },
  async (_, upgrade) => {
    upgrade.objectStore('assets').createIndex('jobId', 'jobId');
    // These rows refer to output of removed code, so the runs start again from the beginning.
    await upgrade.objectStore('checkpoints').clear();
    await changeRows(upgrade, 'jobs', toReviewableJob);
    await changeRows(upgrade, 'canvases', toRoles);
  },
  async (database, upgrade) => {
    database.createObjectStore('errands', { keyPath: 'id' }).createIndex('status', 'status');
    await changeRows(upgrade, 'assets', (asset) => ({ ...asset, facts: null }));
    database.createObjectStore('documents', { keyPath: 'id' });
    const versions = database.createObjectStore('versions', { keyPath: 'id' });
    versions.createIndex('canvasId', 'canvasId');
    versions.createIndex('assetIds', 'assetIds', { multiEntry: true });
  },
  async (database, upgrade) => {
    database.createObjectStore('bookings', { keyPath: 'id' });
    database.createObjectStore('outside', { keyPath: 'id' });
    await changeRows(upgrade, 'keys', (key) => ({ ...key, lastUsedAt: null }));
  },
  async (database) => {
    for (const name of ['lab', 'faults', 'requests', 'snapshots', 'webhooks']) {
      database.createObjectStore(name, { keyPath: 'id' });
    }
    const deliveries = database.createObjectStore('deliveries', { keyPath: 'id' });
    deliveries.createIndex('webhookId', 'webhookId');
    deliveries.createIndex('status', 'status');
  },
];

export const schemaVersion = steps.length;

/** Migrates a database, by default to the newest version. If it fails, the database stays unchanged and cannot be opened. */
export async function migrate(
  database: IDBPDatabase,
  upgrade: Upgrade,
  oldVersion: number,
  newVersion = schemaVersion,
): Promise<void> {
  try {
    for (const step of steps.slice(oldVersion, newVersion)) {
      await step(database, upgrade);
    }
  } catch (thrown) {
    // IndexedDB does not wait for a promise, and would commit the changes so far.
    upgrade.done.catch(() => undefined);
    upgrade.abort();
    // oxlint-disable-next-line no-console -- the code that opens the database only receives an abort
    console.error(thrown);
  }
}

async function changeRows(upgrade: Upgrade, table: string, change: (row: StoredRow) => StoredRow): Promise<void> {
  const objects = upgrade.objectStore(table);
  for (const row of storedRows.parse(await objects.getAll())) {
    await objects.put(change(row));
  }
}

/** Renames: one material and one model become lists, attempts become losses. No job has a proposal yet. */
function toReviewableJob({ materialId, modelId, attempts, preview, ...job }: StoredRow): StoredRow {
  return {
    ...job,
    materialIds: [materialId],
    modelIds: [modelId],
    snapshot: preview,
    framesDone: 0,
    losses: { count: Math.max(0, Number(attempts) - 1), atFrame: 0 },
    engineId: null,
    proposal: null,
    previews: [],
    decision: null,
    isProposalEdited: false,
    reviewExpiresAt: null,
  };
}

/** Adds roles to the items of a cutout, which older versions recognised by their ids. */
function toRoles(canvas: StoredRow): StoredRow {
  const { document } = cutOutCanvas.parse(canvas);
  const tracks = document.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => ({ ...item, role: item.id })),
  }));
  return { ...canvas, document: { ...document, tracks } };
}
