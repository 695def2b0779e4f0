import { toFile, type MediaFile } from '../media-file.ts';
import { findOggRestarts } from './chained-ogg.ts';
import { findMatroskaRestarts } from './joined-matroska.ts';
import { findProgramRestarts } from './program-stream.ts';
import { findLayout, findTransportRestarts, layoutBytes, type Restart } from './transport-stream.ts';
import { readBytes } from './windows.ts';

/** The maximum number of recordings in one file: each one costs an opened file. */
const maxParts = 100;

const nothing = new Uint8Array();
type Find = (file: MediaFile) => Promise<Restart[]>;

const toFind =
  (find: (file: MediaFile) => Promise<number[]>): Find =>
  async (file) =>
    (await find(file)).map((offset) => ({ offset, head: nothing }));

/** The first bytes of each container's files, and the function that finds their recordings. */
const finders: readonly (readonly [mark: string, find: Find])[] = [
  ['OggS', toFind(findOggRestarts)],
  ['\x1a\x45\xdf\xa3', toFind(findMatroskaRestarts)],
  ['\0\0\x01\xba', toFind(findProgramRestarts)],
];

/**
 * Splits a file into the recordings that were joined byte by byte, each as its own file. Detects them if the clock of the container
 * starts again for each: transport and program streams, Ogg and Matroska. Null for one recording.
 */
export async function splitFile(file: MediaFile): Promise<File[] | null> {
  const restarts = (await findRestarts(file)).slice(0, maxParts - 1);
  if (restarts.length === 0) {
    return null;
  }
  const blob = await toFile(file);
  const parts = [{ offset: 0, head: nothing }, ...restarts];
  return parts.map(({ offset, head }, index) => {
    const end = parts[index + 1]?.offset ?? blob.size;
    return new File([head, blob.slice(offset, end)], blob.name);
  });
}

/** Finds further recordings. One read is enough for most files, which have other containers. */
async function findRestarts(file: MediaFile): Promise<Restart[]> {
  const head = await readBytes(file, 0, layoutBytes);
  const mark = String.fromCharCode(...head.subarray(0, 4));
  const find = finders.find(([known]) => known === mark)?.[1] ?? (findLayout(head) && findTransportRestarts);
  return find ? find(file) : [];
}
