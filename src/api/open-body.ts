import { Failure } from '#core/lib/failure.ts';
import { shorten } from '#core/lib/shorten.ts';

/** Content codings and the formats that the platform decompresses them with. */
const formats: Readonly<Record<string, string>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'brotli' };
/** Codings in a row that are undone. */
const codingsMax = 2;

/**
 * Opens the body of a request as a stream of decompressed bytes. Limits of size apply to what is read from it, so a small body
 * that grows without end is refused in time. Throws UNSUPPORTED_MEDIA for an unknown coding, and for a text that is not UTF-8;
 * reading throws VALIDATION_FAILED for bytes that are not of their coding.
 */
export async function openBody(request: Request): Promise<ReadableStream<Uint8Array>> {
  refuseOtherCharset(request.headers.get('Content-Type') ?? '');
  const codings = (request.headers.get('Content-Encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > codingsMax) {
    throw unknownCoding(codings.join(', '));
  }
  const decompressors = codings.toReversed().map(createDecompressor);
  // Firefox has no `request.body` in a service worker.
  const body: ReadableStream<Uint8Array<ArrayBuffer>> = request.body ?? (await request.blob()).stream();
  const decoded = decompressors.reduce((stream, decompressor) => stream.pipeThrough(decompressor), body);
  return codings.length === 0 ? body : explainErrors(decoded, codings.join(', '));
}

/** The same stream, whose errors say that the bytes are not of their coding. */
function explainErrors(stream: ReadableStream<Uint8Array>, codings: string): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
          } else {
            controller.enqueue(value);
          }
        } catch (cause) {
          const message = `The body was cut off or is not valid ${shorten(codings)}, which its Content-Encoding names.`;
          throw new Failure('VALIDATION_FAILED', { message, cause });
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function createDecompressor(coding: string): DecompressionStream {
  const format = formats[coding];
  if (format === undefined) {
    throw unknownCoding(coding);
  }
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the platform do not list "brotli" yet
    return new DecompressionStream(format as CompressionFormat);
  } catch (cause) {
    throw unknownCoding(coding, cause);
  }
}

const unknownCoding = (coding: string, cause?: unknown): Failure =>
  new Failure('UNSUPPORTED_MEDIA', {
    message: `The content encoding "${shorten(coding)}" cannot be decoded here; send gzip, deflate or no encoding.`,
    cause,
  });

/** The body of every call is UTF-8, or bytes. */
function refuseOtherCharset(contentType: string): void {
  const [, quoted, plain = ''] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const charset = (quoted ?? plain).trim();
  if (charset !== '' && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The charset "${shorten(charset)}" is not supported; send the body as UTF-8.`,
    });
  }
}
