import type { IDBPDatabase } from 'idb';

/** Forward only: step N brings a database from version N to version N + 1. */
const steps: readonly ((database: IDBPDatabase) => void)[] = [
  (database) => {
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
  (database) => {
    database.createObjectStore('models', { keyPath: 'id' });
  },
  (database) => {
    database.createObjectStore('checkpoints', { keyPath: 'id' });
  },
];

export const schemaVersion = steps.length;

export function migrate(database: IDBPDatabase, oldVersion: number): void {
  for (const step of steps.slice(oldVersion)) {
    step(database);
  }
}
