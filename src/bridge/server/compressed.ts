import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The text of the site, which gets several times smaller; pictures, fonts and videos are compressed as they are. */
const textTypes = /^(text\/|image\/svg|application\/(json|manifest\+json))/;
/** A smaller file fits into the first packets anyway. */
const bytesMin = 1024;
/** Brotli at 5 is about as quick as gzip and smaller; the highest takes seconds for a script. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encoders = {
  br: (bytes: Buffer): Promise<Buffer> => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
} as const;
type Encoding = keyof typeof encoders;

/** The encoding to send a file in (RFC 9110, 12.5.3); null to send it as it is, as for a range, which counts bytes of the file. */
export function chooseEncoding(request: IncomingMessage, type: string, sizeBytes: number): Encoding | null {
  if (!textTypes.test(type) || sizeBytes < bytesMin || request.headers.range !== undefined) {
    return null;
  }
  const accepted = new Map(
    (request.headers['accept-encoding'] ?? '')
      .split(',')
      .map((part) =>
        part
          .trim()
          .toLowerCase()
          .split(/\s*;\s*q=/),
      )
      .map(([name = '', weight = '1']) => [name, Number(weight)]),
  );
  const accepts = (name: Encoding): boolean => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : null;
}

/** Whether the answer to a request depends on what it accepts: caches must know. */
export const isCompressible = (type: string): boolean => textTypes.test(type);

const kept = new Map<string, Promise<Buffer>>();

/** The bytes of a file in an encoding, which are kept until the process ends; `etag` says which state of the file. */
export async function readCompressed(file: string, etag: string, encoding: Encoding): Promise<Buffer> {
  const key = `${file} ${etag} ${encoding}`;
  const known = kept.get(key) ?? readFile(file).then(encoders[encoding]);
  kept.set(key, known);
  known.catch(() => kept.delete(key));
  return known;
}

/** The bytes of a text in an encoding. */
export const compress = (body: string, encoding: Encoding): Promise<Buffer> => encoders[encoding](Buffer.from(body));
