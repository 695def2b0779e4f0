import type { Sliced } from './media-file.ts';
import { Failure } from '#core/lib/failure.ts';
import { BlockReader, findBoxes, listBoxes, listPlaces, type Box } from './iso-boxes.ts';

/** The tables that begin with a count of entries, and the bytes of an entry. */
const entryBytes: ReadonlyMap<string, number> = new Map([
  ['stts', 8],
  ['ctts', 8],
  ['stsc', 12],
  ['stco', 4],
  ['co64', 8],
  ['stss', 4],
]);

/** The bytes of version, flags and count before the entries. */
const tableHeadBytes = 8;
const sizesHeadBytes = 12;
/** The tolerance, because some writers count their samples slightly differently in each table, which is harmless. */
const spareSamples = 1000;
/** The flags of a track run that give each of its samples a field of four bytes. */
const fieldFlags = [0x1_00, 0x2_00, 0x4_00, 0x8_00] as const;

/**
 * Throws UNSUPPORTED_MEDIA if a sample table has an impossible count. Readers trust such counts, and then loop over billions of
 * samples or allocate gigabytes. `file` is one of ISO base media: MP4, MOV.
 */
export async function checkSampleTables(file: Sliced): Promise<void> {
  const reader = new BlockReader(file);
  for await (const { name, bodyAt, endsAt } of listPlaces(reader)) {
    if (name !== 'moov' && name !== 'moof') {
      continue;
    }
    const top = { body: await reader.read(bodyAt, endsAt) };
    for (const tables of findBoxes(top, 'trak', 'mdia', 'minf', 'stbl')) {
      checkTrack(listBoxes(tables.body), file.size);
    }
    checkRuns(findBoxes(top, 'traf', 'trun'), file.size);
  }
}

function checkTrack(tables: readonly Box[], fileBytes: number): void {
  for (const { name, body, statedBytes } of tables) {
    const bytes = entryBytes.get(name);
    if (bytes !== undefined && body.byteLength >= tableHeadBytes) {
      requireAtMost(name, body.getUint32(4), Math.min(statedBytes - tableHeadBytes, fileBytes) / bytes);
    }
  }
  const sizes = tables.find(({ name }) => name === 'stsz' || name === 'stz2');
  const samples = sizes ? countSamples(sizes, fileBytes) : 0;
  if (sizes && tables.some(({ name }) => name === 'ctts')) {
    // Readers sort such samples by their timestamps, one by one. An audio sample, which has no such timestamps, may be less than a
    // byte.
    requireAtMost(sizes.name, samples, fileBytes + spareSamples);
  }
  const most = 2 * samples + spareSamples;
  for (const table of tables) {
    if (table.name === 'stsc') {
      readColumn(table.body, 12, 4).forEach((samples) => requireAtMost(table.name, samples, most));
    } else if (table.name === 'stts' || table.name === 'ctts') {
      const samples = readColumn(table.body, 8, 0).reduce((sum, count) => sum + count, 0);
      requireAtMost(table.name, samples, most);
    }
  }
}

/** Returns the samples that a table of sizes counts: all of one size, which takes no space, or one entry for each. */
function countSamples({ name, body, statedBytes }: Box, fileBytes: number): number {
  if (body.byteLength < sizesHeadBytes) {
    return 0;
  }
  const count = body.getUint32(8);
  const sampleBits = name === 'stz2' ? Math.max(4, body.getUint8(7)) : 32;
  const isOneSize = name === 'stsz' && body.getUint32(4) > 0;
  if (!isOneSize) {
    requireAtMost(name, count, (8 * Math.min(statedBytes - sizesHeadBytes, fileBytes)) / sampleBits);
  }
  return count;
}

/** Reads the number at `offset` of every entry of a table, up to where it is truncated. */
function readColumn(body: DataView, bytes: number, offset: number): number[] {
  const stated = body.byteLength >= tableHeadBytes ? body.getUint32(4) : 0;
  const count = Math.min(stated, Math.max(0, Math.floor((body.byteLength - tableHeadBytes) / bytes)));
  return Array.from({ length: count }, (_, index) => body.getUint32(tableHeadBytes + index * bytes + offset));
}

/** Checks the runs of samples in a fragment. Samples may have no field of their own, but each has a byte in the file. */
function checkRuns(runs: readonly Box[], fileBytes: number): void {
  let bareSamples = 0;
  for (const { name, body, statedBytes } of runs.filter((run) => run.body.byteLength >= tableHeadBytes)) {
    const flags = body.getUint32(0);
    const count = body.getUint32(4);
    const fields = fieldFlags.filter((flag) => (flags & flag) !== 0).length;
    if (fields > 0) {
      requireAtMost(name, count, Math.min(statedBytes - tableHeadBytes, fileBytes) / (4 * fields));
    } else {
      // Uses the actual size, not the stated one: a truncated file is allowed the spare samples.
      bareSamples += count;
      requireAtMost(name, bareSamples, fileBytes + spareSamples);
    }
  }
}

function requireAtMost(table: string, count: number, most: number): void {
  if (count > most) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The video's index is damaged: its table "${table}" counts ${count} entries or samples, more than fit in the file. Export or download the video again.`,
    });
  }
}
