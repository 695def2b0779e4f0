import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The text types of the site, which compression makes several times smaller. Images, fonts and videos are already compressed. */
const textTypes = /^(text\/|image\/svg|application\/(json|manifest\+json))/;
/** The minimum size for compression, because a smaller file fits into the first packets anyway. */
const bytesMin = 1024;
/** Quality 5 is about as fast as gzip and smaller. The highest quality takes seconds for a script. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encoders = {
  br: (bytes: Buffer): Promise<Buffer> => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
} as const;
type Encoding = keyof typeof encoders;

/** Chooses the encoding of a file (RFC 9110, 12.5.3), or null. A range is not encoded, because it counts bytes of the file. */
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

/** Whether the response varies with the Accept-Encoding header, which caches must know. */
export const isCompressible = (type: string): boolean => textTypes.test(type);

const kept = new Map<string, Promise<Buffer>>();

/** Reads the bytes of a file in an encoding, and caches them until the process ends. `etag` identifies the version of the file. */
export async function readCompressed(file: string, etag: string, encoding: Encoding): Promise<Buffer> {
  const key = `${file} ${etag} ${encoding}`;
  const known = kept.get(key) ?? readFile(file).then(encoders[encoding]);
  kept.set(key, known);
  known.catch(() => kept.delete(key));
  return known;
}

/** Encodes a text. */
export const compress = (body: string, encoding: Encoding): Promise<Buffer> => encoders[encoding](Buffer.from(body));
