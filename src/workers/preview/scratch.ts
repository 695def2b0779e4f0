import { Failure } from '#core/lib/failure.ts';
import type { Scratch } from '../media/source/source.ts';

/** Temporary files in memory, because a preview writes nothing to the store. */
export function createScratch(): Scratch {
  const files = new Map<string, Uint8Array<ArrayBuffer>[]>();
  return {
    create: async (name) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      return {
        write: async (piece) => {
          if (!(piece instanceof Uint8Array)) {
            throw new Failure('INTERNAL', { message: 'A temporary file of the preview can only be written in order.' });
          }
          parts.push(piece.slice());
        },
        close: async () => void files.set(name, parts),
        abort: async () => undefined,
      };
    },
    read: async (name) => new File(files.get(name) ?? [], name),
    remove: async (name) => void files.delete(name),
  };
}
