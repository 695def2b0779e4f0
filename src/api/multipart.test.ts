import { describe, expect, it } from 'vitest';
import { readFilePart } from './multipart.ts';

const boundary = '----WebKitFormBoundaryABC123';
const contentType = `multipart/form-data; boundary=${boundary}`;
const content = 'hello\r\n--not the boundary\r\n------WebKitFormBoundaryABC12\r\n\r\nworld\r\n';
const utf8 = new TextEncoder();

const toBody = (disposition: string, ending = `\r\n--${boundary}--\r\n`): Uint8Array =>
  utf8.encode(
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: video/mp4\r\n\r\n${content}${ending}`,
  );

async function* toPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function readAll(type: string, pieces: AsyncIterator<Uint8Array>): Promise<{ fileName: string; text: string }> {
  const { fileName, body } = await readFilePart(type, pieces);
  const parts: BlobPart[] = [];
  for await (const piece of body) {
    parts.push(new Uint8Array(piece));
  }
  return { fileName, text: await new Blob(parts).text() };
}

describe('readFilePart', () => {
  const body = toBody('name="file"; filename="a.mp4"');

  it('reads the same parts for all chunk sizes of the body', async () => {
    for (let at = 0; at <= body.byteLength; at++) {
      const pieces = toPieces(body.subarray(0, at), body.subarray(at));
      expect(await readAll(contentType, pieces), `cut at ${at}`).toEqual({ fileName: 'a.mp4', text: content });
    }
    for (const size of [1, 2, 3, 7, 31]) {
      const pieces = Array.from({ length: Math.ceil(body.byteLength / size) }, (_, index) =>
        body.subarray(index * size, (index + 1) * size),
      );
      expect((await readAll(contentType, toPieces(...pieces))).text, `pieces of ${size}`).toBe(content);
    }
  });

  it('refuses a body that ends anywhere before its last boundary', async () => {
    const end = body.byteLength - 2;
    for (let length = 0; length < end; length++) {
      const refused = readAll(contentType, toPieces(body.subarray(0, length)));
      await expect(refused, `cut off at ${length}`).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it.each([
    ['name="file"; filename="a \\"b\\".mp4"', 'a "b".mp4'],
    ['name="file"; filename="a %22b%22.mp4"', 'a "b".mp4'],
    ['name="file"; filename="naïve.mp4"', 'naïve.mp4'],
    [`name="file"; filename="x.mp4"; filename*=UTF-8''na%C3%AFve.mp4`, 'naïve.mp4'],
    [`name="file"; filename="x.mp4"; filename*=UTF-8''%E0%A4%A`, 'x.mp4'],
    ['name=file; filename=a.mp4', 'a.mp4'],
    ['name="file"', ''],
  ])('reads the names in %s', async (disposition, fileName) => {
    expect((await readAll(contentType, toPieces(toBody(disposition)))).fileName).toBe(fileName);
  });

  it('accepts a quoted boundary, text before the first boundary and text after the last one', async () => {
    const pieces = toPieces(utf8.encode('preamble\r\n'), body, utf8.encode('epilogue'));
    const type = `multipart/form-data; charset=utf-8; boundary="${boundary}"`;
    expect((await readAll(type, pieces)).text).toBe(content);
  });

  it('ignores other fields before and after the file', async () => {
    const field = (name: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n{"file":1}\r\n`;
    const before = utf8.encode(`--${boundary}\r\n${field('title')}--${boundary}\r\n${field('Content-Type')}`);
    const after = `\r\n--${boundary}\r\n${field('x')}--${boundary}--\r\n`;
    const pieces = toPieces(before, toBody('name="file"; filename="a.mp4"', after));
    expect(await readAll(contentType, pieces)).toEqual({ fileName: 'a.mp4', text: content });
  });

  it.each([
    ['a body that is not multipart', 'application/json', body],
    ['a missing boundary', 'multipart/form-data', body],
    ['another name', contentType, toBody('name="video"; filename="a.mp4"')],
    ['a body without parts', contentType, utf8.encode(`--${boundary}--\r\n`)],
    [
      'two files',
      contentType,
      toBody(
        'name="file"',
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\n1\r\n--${boundary}--\r\n`,
      ),
    ],
    ['endless headers', contentType, utf8.encode(`--${boundary}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)],
    ['nonsense after a boundary', contentType, utf8.encode(`--${boundary}nonsense`)],
  ])('refuses %s', async (_, type, bytes) => {
    await expect(readAll(type, toPieces(bytes))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('reports that the upload was cut off, even after the last boundary', async () => {
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield body;
      throw new TypeError('network error');
    }
    await expect(readAll(contentType, cut())).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('reads only as fast as the caller reads the bytes', async () => {
    let given = 0;
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield body.subarray(0, 200);
      for (;;) {
        given += 1;
        yield new Uint8Array(1000);
      }
    }
    const { body: part } = await readFilePart(contentType, slow());
    for await (const piece of part) {
      if (piece.byteLength === 1000 || given > 3) {
        break;
      }
    }
    expect(given).toBeLessThanOrEqual(3);
  });
});
