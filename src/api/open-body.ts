import { Failure } from '#core/lib/failure.ts';
import { shorten } from '#core/lib/shorten.ts';

/** Content codings and the formats that the platform decompresses them with. */
const formats: Readonly<Record<string, string>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'brotli' };
/** The maximum number of codings that are decoded one after the other. */
const codingsMax = 2;

type Open = () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

/** The functions that open the bodies of requests created without one, because `new Request` accepts no stream in Firefox. */
const bodies = new WeakMap<Request, Open>();

/** Gives a request without a body a body, which `openBody` opens when it is needed. */
export const setBody = (request: Request, open: Open): void => void bodies.set(request, open);

/**
 * Opens the body of a request as a stream of decompressed bytes. Size limits apply to the decompressed bytes, so a small body that
 * expands endlessly is refused in time. Throws UNSUPPORTED_MEDIA for an unknown coding and for text that is not UTF-8. Reading
 * throws VALIDATION_FAILED for bytes that do not match their coding.
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
  const body = (await bodies.get(request)?.()) ?? request.body ?? (await request.blob()).stream();
  const decoded = decompressors.reduce((stream, decompressor) => stream.pipeThrough(decompressor), body);
  return codings.length === 0 ? body : explainErrors(decoded, codings.join(', '));
}

/** Returns the same stream, whose errors report that the bytes do not match their coding. */
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
          const message = `The body was cut off or is not valid ${shorten(codings)}, which its Content-Encoding names; send it again, or without encoding.`;
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
    message: `The content encoding "${shorten(coding)}" is not supported; send gzip, deflate or no encoding.`,
    cause,
  });

/** Refuses other charsets, because the body of every call is UTF-8 or bytes. */
function refuseOtherCharset(contentType: string): void {
  const [, quoted, plain = ''] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const charset = (quoted ?? plain).trim();
  if (charset !== '' && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: `The charset "${shorten(charset)}" is not supported; send the body as UTF-8.`,
    });
  }
}
