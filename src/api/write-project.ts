import { makeZip, predictLength } from 'client-zip';
import type { Canvas } from '#core/model/canvas-rows.ts';
import type { Asset } from '#core/model/records.ts';
import { getAssetIds } from '#core/timeline/schedule.ts';
import type { Store } from '#store/store.ts';
import { readPieces } from './parse-request.ts';
import { projectFileName, type ProjectFile } from './project-file.ts';
import { Sha256 } from './sha256/sha256.ts';

type Entry = { readonly asset: Asset; readonly path: string };

/** A file of the ZIP, whose bytes are read as they are sent. */
type Written = {
  readonly name: string;
  readonly input: AsyncIterable<Uint8Array> | string;
  readonly lastModified: Date;
};

const anyHash = '0'.repeat(64);

/**
 * Writes a canvas with all of its media as one ZIP. The files are not compressed, because media are compressed already, and not
 * collected, but read as fast as the caller reads. `project.json`, which describes the files, is last, because results are hashed
 * while they are written.
 */
export async function writeProject(
  store: Pick<Store, 'bytes' | 'get'>,
  { document, updatedAt }: Canvas,
): Promise<{ sizeBytes: bigint; body: ReadableStream<Uint8Array> }> {
  const rows = await Promise.all(getAssetIds(document).map((id) => store.get('assets', id)));
  const entries = rows.filter((row) => row !== undefined).map(toEntry);
  const lastModified = new Date(updatedAt);
  const toJson = (hashes: ReadonlyMap<string, string>): string =>
    JSON.stringify(toProjectFile(document, entries, hashes));
  async function* write(): AsyncGenerator<Written> {
    const hashes = new Map<string, string>();
    for (const { asset, path } of entries) {
      yield { name: path, input: hashed(store, asset, hashes), lastModified };
    }
    yield { name: projectFileName, input: toJson(hashes), lastModified };
  }
  const projectBytes = new TextEncoder().encode(toJson(new Map())).byteLength;
  const sizeBytes = predictLength([
    ...entries.map(({ asset, path }) => ({ name: path, size: asset.sizeBytes })),
    { name: projectFileName, size: projectBytes },
  ]);
  return { sizeBytes, body: makeZip(write()) };
}

const toEntry = (asset: Asset, index: number): Entry => ({ asset, path: `media/${index + 1}.${asset.extension}` });

function toProjectFile(
  document: Canvas['document'],
  entries: readonly Entry[],
  hashes: ReadonlyMap<string, string>,
): ProjectFile {
  return {
    format: 'offcut-project',
    version: 1,
    document,
    assets: entries.map(({ asset: { id, name, sizeBytes, sha256 }, path }) => {
      return { id, path, name, bytes: sizeBytes, sha256: sha256 ?? hashes.get(id) ?? anyHash };
    }),
  };
}

/** Yields the bytes of an asset, and records their hash at the end. The hash of a material is known before. */
async function* hashed(
  { bytes }: Pick<Store, 'bytes'>,
  { id, file, sha256 }: Asset,
  hashes: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  const hash = sha256 === null ? new Sha256() : null;
  for await (const piece of readPieces((await bytes.read(file)).stream())) {
    hash?.update(piece);
    yield piece;
  }
  if (hash) {
    hashes.set(id, hash.digest());
  }
}
