import { toFile, type MediaFile } from '../media-file.ts';
import { findOggRestarts } from './chained-ogg.ts';
import { findMatroskaRestarts } from './joined-matroska.ts';
import { findProgramRestarts } from './program-stream.ts';
import { findTransportRestarts, type Restart } from './transport-stream.ts';

/** The maximum number of recordings in one file: each one costs an opened file. */
const maxParts = 100;

const nothing = new Uint8Array();
const finders: ((file: MediaFile) => Promise<Restart[]>)[] = [
  findTransportRestarts,
  ...[findProgramRestarts, findOggRestarts, findMatroskaRestarts].map(
    (find) => async (file: MediaFile) => (await find(file)).map((offset) => ({ offset, head: nothing })),
  ),
];

/**
 * The recordings that were joined to one file byte by byte, each as a file of its own, where its container's clock starts again for
 * each: transport and program streams, Ogg and Matroska. Null for one recording.
 */
export async function splitFile(file: MediaFile): Promise<File[] | null> {
  for (const find of finders) {
    const restarts = (await find(file)).slice(0, maxParts - 1);
    if (restarts.length > 0) {
      const blob = await toFile(file);
      const parts = [{ offset: 0, head: nothing }, ...restarts];
      return parts.map(({ offset, head }, index) => {
        const end = parts[index + 1]?.offset ?? blob.size;
        return new File([head, blob.slice(offset, end)], blob.name);
      });
    }
  }
  return null;
}
