import { shorten } from '#core/lib/shorten.ts';
import { invalid } from './parse-request.ts';

/** The longest headers of one part that are read. */
const headBytesMax = 16 * 1024;
const utf8 = new TextEncoder();
const text = new TextDecoder();
const headEnd = utf8.encode('\r\n\r\n');

export type Part = {
  /** The name of the form field. */
  readonly name: string;
  /** The sender's name of the file: untrusted, may be empty. */
  readonly fileName: string;
  /** The bytes. Those that are not read are skipped when the next part is asked for. */
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * The parts of a `multipart/form-data` body, one after the other. Bytes are read as they are asked for and never collected, so
 * that a slow disk slows the sender. Throws VALIDATION_FAILED, also while a part is read, for a malformed body.
 *
 * No library: the streaming parser that was tried (multipasta 0.2.8) fails when a chunk ends between the dashes after the
 * last boundary, which happens with real uploads.
 */
export async function* readParts(
  contentType: string,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Part, undefined> {
  const boundary = readBoundary(contentType);
  const input = new Input(pieces);
  // The line break belongs to the boundary, but is missing before a first one at the very beginning.
  input.unread(utf8.encode('\r\n'));
  const delimiter = utf8.encode(`\r\n--${boundary}`);
  for await (const _ of input.until(delimiter)) {
    // The preamble before the first boundary has no meaning.
  }
  while (await isPartNext(input)) {
    const body = input.until(delimiter);
    const { name, fileName } = parseHead(await readHead(input));
    yield { name, fileName, body: toBody(body) };
    for await (const _ of body) {
      // Skips the bytes that were not read.
    }
  }
  // The body is read to its end, as some senders take a canceled upload for a broken connection.
  await input.drain();
}

/** A reader that stops early ends this generator only, and not the one by which the next part is found. */
async function* toBody(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await body.next(); !next.done; next = await body.next()) {
    yield next.value;
  }
}

/** The first part `file` of a body. Other fields, in any order, are read and ignored. Throws as `readParts` does. */
export async function readFilePart(contentType: string, pieces: AsyncIterator<Uint8Array>): Promise<Part> {
  const parts = readParts(contentType, pieces);
  const { body, ...part } = await findFilePart(parts, 'clip.mp4');
  return { ...part, body: readLast(body, parts) };
}

/** Skips to the part `file`. Throws VALIDATION_FAILED when there is none, with a file name as an example. */
export async function findFilePart(parts: AsyncGenerator<Part, undefined>, exampleName: string): Promise<Part> {
  const others: string[] = [];
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.name === 'file') {
      return next.value;
    }
    others.push(`"${shorten(next.value.name)}"`);
  }
  const found = others.length === 0 ? '' : `; found ${shorten(others.join(', '))}`;
  throw misfit(`the part is missing${found}; with curl: -F file=@${exampleName}`);
}

/** The bytes of the part. Then the rest of the body is read, so that an upload that was cut off is noticed. */
async function* readLast(
  body: AsyncIterable<Uint8Array>,
  parts: AsyncGenerator<Part, undefined>,
): AsyncGenerator<Uint8Array> {
  yield* body;
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.name === 'file') {
      throw misfit('there must be one part "file"; this body has several');
    }
  }
}

const misfit = (message: string): Error => invalid([{ path: 'file', message }]);
const cutOff = (cause?: unknown): Error =>
  invalid([{ path: 'file', message: 'the upload was cut off before its end; send it again' }], cause);

function readBoundary(contentType: string): string {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^;,\s"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) {
    throw misfit('send the file as multipart/form-data; with curl: -F file=@clip.mp4');
  }
  return boundary;
}

/** Reads the bytes after a boundary: a line break begins a part, two dashes end the body. Spaces may precede them. */
async function isPartNext(input: Input): Promise<boolean> {
  let rest = await input.take(2);
  while (rest[0] === 0x20 || rest[0] === 0x09) {
    rest = Uint8Array.of(rest[1] ?? 0, ...(await input.take(1)));
  }
  const mark = text.decode(rest);
  if (mark !== '--' && mark !== '\r\n') {
    throw misfit('the multipart body is malformed after a boundary');
  }
  return mark === '\r\n';
}

async function readHead(input: Input): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // So the empty line is found in a part without headers as well.
  input.unread(utf8.encode('\r\n'));
  for await (const piece of input.until(headEnd)) {
    size += piece.byteLength;
    if (size > headBytesMax) {
      throw misfit('the headers of the part are too long');
    }
    parts.push(piece);
  }
  return text.decode(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}

/** Name and file name of a part. Browsers write `%22` for a quote in a name, curl a backslash before it. */
function parseHead(head: string): { name: string; fileName: string } {
  const disposition = head.split('\r\n').find((line) => /^content-disposition\s*:/i.test(line)) ?? '';
  const read = (field: string): string => {
    const [, quoted, plain] =
      new RegExp(`;\\s*${field}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition) ?? [];
    return quoted?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? plain ?? '';
  };
  return { name: read('name'), fileName: decodeExtended(read(String.raw`filename\*`)) ?? read('filename') };
}

/** A file name as RFC 8187 encodes it: `UTF-8''na%C3%AFve.mp4`. Undefined for anything else. */
function decodeExtended(value: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.+)$/i.exec(value) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** A stream of bytes with look-ahead. */
class Input {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #buffer: Uint8Array = new Uint8Array(0);

  constructor(pieces: AsyncIterator<Uint8Array>) {
    this.#pieces = pieces;
  }

  unread(bytes: Uint8Array): void {
    this.#buffer = join(bytes, this.#buffer);
  }

  /** Reads exactly `length` bytes. Throws VALIDATION_FAILED when the stream ends before. */
  async take(length: number): Promise<Uint8Array> {
    while (this.#buffer.byteLength < length) {
      this.#buffer = join(this.#buffer, await this.#read());
    }
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  /** Reads up to `mark` and drops the mark. Bytes that may be the beginning of a mark are held back. */
  async *until(mark: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = findBytes(this.#buffer, mark);
      const isFound = at + mark.byteLength <= this.#buffer.byteLength;
      const before = this.#buffer.subarray(0, at);
      this.#buffer = this.#buffer.subarray(isFound ? at + mark.byteLength : at);
      if (before.byteLength > 0) {
        yield before;
      }
      if (isFound) {
        return;
      }
      this.#buffer = join(this.#buffer, await this.#read());
    }
  }

  async drain(): Promise<void> {
    while (!(await this.#next()).done) {
      // The epilogue after the last boundary has no meaning.
    }
  }

  async #read(): Promise<Uint8Array> {
    const next = await this.#next();
    if (next.done) {
      throw cutOff();
    }
    return next.value;
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.#pieces.next();
    } catch (cause) {
      throw cutOff(cause);
    }
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.byteLength === 0) {
    return b;
  }
  const joined = new Uint8Array(a.byteLength + b.byteLength);
  joined.set(a);
  joined.set(b, a.byteLength);
  return joined;
}

/** The index of `mark` in `bytes`, or of a beginning of it at their end; their length when there is neither. */
function findBytes(bytes: Uint8Array, mark: Uint8Array): number {
  const [first = 0] = mark;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const seen = bytes.subarray(at, at + mark.byteLength);
    if (seen.every((byte, index) => byte === mark[index])) {
      return at;
    }
  }
  return bytes.byteLength;
}
