import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeZip } from 'client-zip';
import { expect, test } from 'vitest';
import { hasCommand } from '../../test/support/native.ts';
import { readStoredZip } from './read-zip.ts';

async function makeZipFile(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input }));
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
}

const readText = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string | undefined> =>
  (await readStoredZip(new Blob([bytes]))).get(name)?.blob.text();

/** Returns the position of the nth `mark`. */
function find(bytes: Uint8Array, mark: readonly number[], nth = 0): number {
  const starts = Array.from(bytes.keys()).filter((at) => mark.every((byte, index) => bytes[at + index] === byte));
  return starts.at(nth) ?? -1;
}

const listedMark = [0x50, 0x4b, 1, 2];
const endMark = [0x50, 0x4b, 5, 6];

/** Returns a copy with some changed bytes. */
function change(bytes: Uint8Array<ArrayBuffer>, at: number, ...values: number[]): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

test('stored files are found by their names, and folders are ignored', async () => {
  const zip = await makeZipFile({ 'media/1.mp4': 'one', 'größe.txt': 'two', 'project.json': '{}' });
  const entries = await readStoredZip(new Blob([zip]));
  expect([...entries.keys()]).toEqual(['media/1.mp4', 'größe.txt', 'project.json']);
  expect(await readText(zip, 'größe.txt')).toBe('two');
});

test('a comment at the end is ignored', async () => {
  const zip = await makeZipFile({ a: 'one' });
  const comment = new TextEncoder().encode('a comment');
  const whole = new Uint8Array([...change(zip, zip.byteLength - 2, comment.byteLength, 0), ...comment]);
  expect(await readText(whole, 'a')).toBe('one');
});

test.each([
  ['is cut off', async () => (await makeZipFile({ a: 'x'.repeat(100) })).slice(0, -30), 'its list of files is missing'],
  ['is empty', async () => new Uint8Array(0), 'its list of files is missing'],
  ['names a path out of it', () => makeZipFile({ '../a': 'x' }), 'leads out of the ZIP'],
  ['names an absolute path', () => makeZipFile({ '/etc/passwd': 'x' }), 'leads out of the ZIP'],
  ['names a path of Windows', () => makeZipFile({ 'C:\\a': 'x' }), 'leads out of the ZIP'],
  [
    'is compressed',
    async () => {
      const zip = await makeZipFile({ a: 'x' });
      return change(zip, find(zip, listedMark) + 10, 8);
    },
    'is compressed',
  ],
  [
    'is encrypted',
    async () => {
      const zip = await makeZipFile({ a: 'x' });
      return change(zip, find(zip, listedMark) + 8, 1);
    },
    'is encrypted',
  ],
  [
    'gives two names to the same bytes',
    async () => {
      const zip = await makeZipFile({ a: 'xxxx', b: 'yyyy' });
      return change(zip, find(zip, listedMark, 1) + 42, 0, 0, 0, 0);
    },
    'overlap',
  ],
  [
    'says that a file is larger than the ZIP',
    async () => {
      const zip = await makeZipFile({ a: 'xxxx' });
      const at = find(zip, listedMark);
      return change(change(zip, at + 20, 0xff, 0xff, 0xff, 0x7f), at + 24, 0xff, 0xff, 0xff, 0x7f);
    },
    'overlap',
  ],
  [
    'puts its list behind its end',
    async () => {
      const zip = await makeZipFile({ a: 'x' });
      return change(zip, find(zip, endMark) + 16, 0xff, 0xff, 0xff, 0x7f);
    },
    'not at the position',
  ],
  [
    'lists more files than it has',
    async () => {
      const zip = await makeZipFile({ a: 'x' });
      return change(zip, find(zip, endMark) + 10, 9);
    },
    'list of files is malformed',
  ],
])('a ZIP that %s is refused', async (_, make, why) => {
  await expect(make().then((zip) => readStoredZip(new Blob([zip])))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(why) as unknown,
  });
});

test('no change of a single byte yields a file with other bytes', { timeout: 60_000 }, async () => {
  const zip = await makeZipFile({ 'media/1.mp4': 'one', 'project.json': '{}' });
  for (const at of zip.keys()) {
    for (const value of [0x00, 0xff, (zip[at] ?? 0) ^ 1]) {
      const entries = await readStoredZip(new Blob([change(zip, at, value)])).catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED' });
        return new Map<string, { sizeBytes: number; blob: Blob }>();
      });
      for (const { sizeBytes, blob } of entries.values()) {
        expect(blob.size).toBe(sizeBytes);
      }
    }
  }
});

/** Creates a blob of zeros with some other parts. */
function sparseBlob(
  size: number,
  parts: readonly { readonly at: number; readonly bytes: Uint8Array<ArrayBuffer> }[],
): Blob {
  const slice = (start: number, end: number): Blob => {
    if (end - start > 1e6) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its content is never read
      return { size: end - start } as Blob;
    }
    const whole = new Uint8Array(end - start);
    for (const { at, bytes } of parts) {
      const [from, to] = [Math.max(start, at), Math.min(end, at + bytes.byteLength)];
      if (from < to) {
        whole.set(bytes.subarray(from - at, to - at), from - start);
      }
    }
    return new Blob([whole]);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the members that the reader uses exist
  return { size, slice } as Blob;
}

test('a ZIP of more than 4 GiB that client-zip wrote is read', { tags: ['long'] }, async () => {
  const large = 5 * 1024 ** 3;
  const piece = new Uint8Array(64 * 1024 * 1024);
  async function* write(): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < large; sent += piece.byteLength) {
      yield piece;
    }
  }
  const entries = [
    { name: 'media/1.mp4', input: write() },
    { name: 'project.json', input: '{"after":"five GiB"}' },
  ];
  const parts: { at: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
  let size = 0;
  const reader = makeZip(entries).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (next.value.byteLength < piece.byteLength) {
      parts.push({ at: size, bytes: new Uint8Array(next.value) });
    }
    size += next.value.byteLength;
  }
  const read = await readStoredZip(sparseBlob(size, parts));
  expect(read.get('media/1.mp4')?.sizeBytes).toBe(large);
  expect(await read.get('project.json')?.blob.text()).toBe('{"after":"five GiB"}');
});

test.runIf(hasCommand('zip'))('stored files of another program are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-zip-'));
  try {
    await writeFile(join(folder, 'project.json'), '{}');
    await promisify(execFile)('zip', ['-0', 'stored.zip', 'project.json'], { cwd: folder });
    expect(await readText(new Uint8Array(await readFile(join(folder, 'stored.zip'))), 'project.json')).toBe('{}');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
