import { makeZip } from 'client-zip';
import { listStateFiles, type State } from '#core/model/state.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { schemaVersion } from '#store/migrations.ts';
import { readState } from '#store/state.ts';
import type { Store } from '#store/store.ts';
import { Sha256 } from './sha256/sha256.ts';
import { readPieces } from './parse-request.ts';
import { toWorldPath, worldFileName, type WorldFile } from './world-file.ts';

/** A file of the ZIP, whose bytes are read as they are sent. */
type Written = {
  readonly name: string;
  readonly input: ReadableStream<Uint8Array> | string;
  readonly lastModified: Date;
};

/**
 * Writes the whole state as a ZIP. Files are not compressed, and read as fast as the caller reads. `world.json`, which describes
 * them, is last. Without secrets, API keys become unusable, and tickets and stored responses are left out. Throws INTERNAL if the
 * browser has deleted a file.
 */
export async function writeWorld(
  store: Pick<Store, 'bytes' | 'transact'>,
  hasSecrets: boolean,
  now: number,
): Promise<ReadableStream<Uint8Array>> {
  const whole = await readState(store);
  const tables = hasSecrets ? whole : removeSecrets(whole, now);
  const hashes = new Map(tables.assets.map(({ file, sha256 }) => [file, sha256]));
  const names = listStateFiles(tables);
  const blobs = await Promise.all(names.map((name) => store.bytes.read(name)));
  const lastModified = new Date(now);
  async function* write(): AsyncGenerator<Written> {
    const files: WorldFile['files'] = [];
    const written = new Set<string>();
    for (const [index, blob] of blobs.entries()) {
      const name = names[index] ?? '';
      const sha256 = hashes.get(name) ?? (await hashBlob(blob));
      files.push({ name, sizeBytes: blob.size, sha256 });
      if (!written.has(sha256)) {
        written.add(sha256);
        yield { name: toWorldPath(sha256), input: blob.stream(), lastModified };
      }
    }
    const world: WorldFile = {
      format: 'offcut-world',
      version: 1,
      schemaVersion,
      createdAt: toIsoTime(now),
      hasSecrets,
      files,
      tables,
    };
    yield { name: worldFileName, input: JSON.stringify(world), lastModified };
  }
  return makeZip(write());
}

async function hashBlob(blob: Blob): Promise<string> {
  const hash = new Sha256();
  for await (const piece of readPieces(blob.stream())) {
    hash.update(piece);
  }
  return hash.digest();
}

/**
 * Replaces the hashes of keys by their public ids, which no key matches, and revokes the keys. Jobs and the ledger keep their
 * payers.
 */
function removeSecrets(state: State, now: number): State {
  const handles = new Map(state.keys.map(({ id, handle }) => [id, handle]));
  const toHandle = (keyId: string): string => handles.get(keyId) ?? 'key_deleted';
  return {
    ...state,
    keys: state.keys.map((key) => ({ ...key, id: key.handle, revokedAt: key.revokedAt ?? now })),
    jobs: state.jobs.map((job) => ({ ...job, keyId: toHandle(job.keyId) })),
    bookings: state.bookings.map(({ job, ...booking }) => ({
      ...booking,
      job: job && { ...job, keyId: toHandle(job.keyId) },
    })),
    tickets: [],
    replays: [],
  };
}
