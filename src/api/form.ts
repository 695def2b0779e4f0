import { hashText, toCanonicalJson } from './hash.ts';
import { readParts, type Part } from './multipart.ts';
import { openBody } from './open-body.ts';
import { readPieces } from './parse-request.ts';
import { Sha256 } from './sha256/sha256.ts';

/** The form of a request, which can be read once. Its parts are hashed while they are read, and not collected in memory. */
export type Form = {
  /** The parts in order. Throws as `readParts` does. */
  readonly parts: AsyncGenerator<Part, undefined>;
  /**
   * Returns the SHA-256 of the names and bytes of all parts in hex, equal for two forms with equal content. Reads the parts that
   * are still unread.
   */
  digest(): Promise<string>;
  /** Stops reading at the current position. */
  close(): Promise<void>;
};

export async function openForm(request: Request): Promise<Form> {
  const pieces = readPieces(await openBody(request));
  const hashes: { name: string; sha256: string }[] = [];
  const parts = hashParts(readParts(request.headers.get('Content-Type') ?? '', pieces), hashes);
  return {
    parts,
    digest: async () => {
      while (!(await parts.next()).done) {
        // A part is hashed to its end when the next part is read.
      }
      return hashText(toCanonicalJson(hashes));
    },
    close: async () => {
      await pieces.return(undefined);
    },
  };
}

async function* hashParts(
  parts: AsyncGenerator<Part, undefined>,
  hashes: { name: string; sha256: string }[],
): AsyncGenerator<Part, undefined> {
  for await (const { name, fileName, body } of parts) {
    const hash = new Sha256();
    const bytes = body[Symbol.asyncIterator]();
    async function* read(): AsyncGenerator<Uint8Array> {
      for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
        hash.update(next.value);
        yield next.value;
      }
    }
    yield { name, fileName, body: read() };
    for await (const _ of read()) {
      // Bytes that the reader did not consume are hashed too.
    }
    hashes.push({ name, sha256: hash.digest() });
  }
}
