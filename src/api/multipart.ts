import { shorten } from '#core/lib/shorten.ts';
import { invalid } from './parse-request.ts';

/** The maximum size of the headers of one part. */
const headBytesMax = 16 * 1024;
const utf8 = new TextEncoder();
const text = new TextDecoder();
const headEnd = utf8.encode('\r\n\r\n');

export type Part = {
  /** The name of the form field. */
  readonly name: string;
  /** The sender's name of the file: untrusted, may be empty. */
  readonly fileName: string;
  /** The bytes. Unread bytes are skipped when the next part is read. */
  readonly body: AsyncIterable<Uint8Array>;
};

/**
 * Yields the parts of a `multipart/form-data` body in their order. Bytes are read on demand and not collected, so a slow disk slows
 * down the sender. Throws VALIDATION_FAILED for a malformed body, also while a part is read.
 *
 * A library is not used: multipasta 0.2.8, a streaming parser, fails if a chunk ends between the dashes after the last boundary,
 * which happens in real uploads.
 */
export async function* readParts(
  contentType: string,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Part, undefined> {
  const boundary = readBoundary(contentType);
  const input = new Input(pieces);
  // The line break belongs to the boundary, but is missing if the body begins with a boundary.
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
      // Skips the unread bytes.
    }
  }
  // The body is read to its end, because some senders treat a canceled upload as a broken connection.
  await input.drain();
}

/** Yields the bytes of a part. A reader that stops early ends only this generator, not the one that finds the next part. */
async function* toBody(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await body.next(); !next.done; next = await body.next()) {
    yield next.value;
  }
}

/** Returns the first part `file` of a body. Other fields, in any order, are read and ignored. Throws like `readParts`. */
export async function readFilePart(contentType: string, pieces: AsyncIterator<Uint8Array>): Promise<Part> {
  const parts = readParts(contentType, pieces);
  const { body, ...part } = await findFilePart(parts, 'clip.mp4');
  return { ...part, body: readLast(body, parts) };
}

/** Skips to the part `file`. If it is missing, throws VALIDATION_FAILED with `exampleName` in its advice. */
export async function findFilePart(parts: AsyncGenerator<Part, undefined>, exampleName: string): Promise<Part> {
  const others: string[] = [];
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.name === 'file') {
      return next.value;
    }
    others.push(`"${shorten(next.value.name)}"`);
  }
  const found = others.length === 0 ? '' : `; the parts found are: ${shorten(others.join(', '))}`;
  throw misfit(`the part "file" is missing${found}; with curl: -F file=@${exampleName}`);
}

/** Yields the bytes of the part, then reads the rest of the body to detect an upload that was cut off. */
async function* readLast(
  body: AsyncIterable<Uint8Array>,
  parts: AsyncGenerator<Part, undefined>,
): AsyncGenerator<Uint8Array> {
  yield* body;
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.name === 'file') {
      throw misfit('the form must have exactly one part "file"; send one file in each request');
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
    throw misfit('the multipart body is malformed after a boundary; send it again, or use another HTTP library');
  }
  return mark === '\r\n';
}

async function readHead(input: Input): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // The empty line is found in a part without headers too.
  input.unread(utf8.encode('\r\n'));
  for await (const piece of input.until(headEnd)) {
    size += piece.byteLength;
    if (size > headBytesMax) {
      throw misfit(`the headers of the part are larger than ${headBytesMax / 1024} KiB; send a shorter file name`);
    }
    parts.push(piece);
  }
  return text.decode(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}

/** Returns the name and the file name of a part. Browsers write `%22` for a quote in a name; curl writes a backslash before it. */
function parseHead(head: string): { name: string; fileName: string } {
  const disposition = head.split('\r\n').find((line) => /^content-disposition\s*:/i.test(line)) ?? '';
  const read = (field: string): string => {
    const [, quoted, plain] =
      new RegExp(`;\\s*${field}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition) ?? [];
    return quoted?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? plain ?? '';
  };
  return { name: read('name'), fileName: decodeExtended(read(String.raw`filename\*`)) ?? read('filename') };
}

/** Decodes a file name in the encoding of RFC 8187: `UTF-8''na%C3%AFve.mp4`. Returns undefined for other values. */
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

  /** Reads exactly `length` bytes. Throws VALIDATION_FAILED if the stream ends earlier. */
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

/** Returns the index of `mark` in `bytes`, or of a beginning of it at their end; their length if there is neither. */
function findBytes(bytes: Uint8Array, mark: Uint8Array): number {
  const [first = 0] = mark;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const endAt = Math.min(mark.byteLength, bytes.byteLength - at);
    let index = 1;
    // Videos contain the first byte thousands of times in a megabyte: a view for each would take longer than the comparison.
    while (index < endAt && bytes[at + index] === mark[index]) {
      index += 1;
    }
    if (index === endAt) {
      return at;
    }
  }
  return bytes.byteLength;
}
