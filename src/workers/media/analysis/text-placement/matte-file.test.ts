import { expect, test } from 'vitest';
import { encodeHeader, encodeMatte, readHeader, readMattes, type SmallMatte } from './matte-file.ts';

const size = { width: 40, height: 30 };

/** Creates a matte with an edge and with noise at the bottom. */
function testMatte(startSeconds: number): SmallMatte {
  const alpha = Uint8Array.from({ length: size.width * size.height }, (_, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    return y > 25 ? (at * 31 + 1000 * startSeconds) % 256 : x < 10 ? 255 : x < 14 ? 60 * (14 - x) : 0;
  });
  return { startSeconds, durationSeconds: 0.04, alpha };
}

async function collect(mattes: AsyncIterable<SmallMatte>): Promise<SmallMatte[]> {
  const all: SmallMatte[] = [];
  for await (const matte of mattes) {
    all.push(matte);
  }
  return all;
}

test('reads two thousand mattes as they were written, across chunks of the file', async () => {
  const mattes = Array.from({ length: 2000 }, (_, index) => testMatte(index / 25));
  const file = new Blob([encodeHeader(size), ...mattes.map(encodeMatte)]);
  expect(file.size).toBeGreaterThan(1024 * 1024);
  expect(await readHeader(file)).toEqual(size);
  const read = await collect(readMattes(file, size));
  expect(read.map(({ startSeconds }) => startSeconds)).toEqual(mattes.map(({ startSeconds }) => startSeconds));
  expect(read.every(({ alpha }, index) => Buffer.compare(alpha, mattes[index]?.alpha ?? alpha) === 0)).toBe(true);
});

test('skips mattes that are not requested', async () => {
  const file = new Blob([encodeHeader(size), ...[0, 1, 2, 3].map((seconds) => encodeMatte(testMatte(seconds)))]);
  const read = await collect(readMattes(file, size, (seconds) => seconds % 2 === 1));
  expect(read.map(({ startSeconds }) => startSeconds)).toEqual([1, 3]);
});

test('reads a truncated file up to its end', async () => {
  const file = new Blob([encodeHeader(size), encodeMatte(testMatte(0)), encodeMatte(testMatte(1)).slice(0, -3)]);
  expect(await collect(readMattes(file, size))).toHaveLength(1);
});
