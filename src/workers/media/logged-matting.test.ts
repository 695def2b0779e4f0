import { expect, test } from 'vitest';
import type { ClipMatting, Matte } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import { mattesName } from '#store/bytes.ts';
import { createMemoryStore } from '#store/memory.ts';
import { LoggedMatting } from './logged-matting.ts';

const size = { width: 4, height: 2 };
const picture: Picture = { ...size, rgb: new Uint8Array(24) };

/** Creates a model with state: each matte contains the number of mattes since the reset. `asked` counts the requested mattes. */
function createCounting() {
  const seen = { count: 0, asked: 0 };
  const matting: ClipMatting = {
    matte: async () => {
      seen.asked++;
      return { ...size, alpha: new Uint8Array(8).fill(++seen.count) };
    },
    reset: async () => void (seen.count = 0),
    save: async () => ({ numbers: [seen.count], arrays: [] }),
    restore: async ({ numbers }) => void (seen.count = numbers[0] ?? 0),
  };
  return { matting, seen };
}

/** Returns the mattes of a clip whose third frame begins another scene. */
async function makeMattes(matting: ClipMatting, from: number, to: number): Promise<number[]> {
  const mattes: Matte[] = [];
  for (let frame = from; frame < to; frame++) {
    if (frame === 2) {
      await matting.reset();
    }
    mattes.push(await matting.matte(picture));
  }
  return mattes.map(({ alpha }) => alpha[7] ?? 0);
}

test('a resumed run reads the logged mattes, and the model continues as if uninterrupted', async () => {
  const { bytes } = createMemoryStore();
  const first = await LoggedMatting.open(createCounting().matting, size, bytes, 'a.webm', null);
  await first.reset();
  expect(await makeMattes(first, 0, 2)).toEqual([1, 2]);
  expect(await first.keep()).toMatchObject({ frameCount: 2 });
  expect(await makeMattes(first, 2, 4)).toEqual([1, 2]);
  const logged = await first.keep();
  expect(logged).toEqual({ frameCount: 4, model: { numbers: [2], arrays: [] } });
  // Mattes after the checkpoint are lost.
  await makeMattes(first, 4, 6);
  first.close();

  const { matting, seen } = createCounting();
  const second = await LoggedMatting.open(matting, size, bytes, 'a.webm', logged);
  await second.reset();
  await second.restore({ numbers: [99], arrays: [] });
  expect(await makeMattes(second, 0, 4)).toEqual([1, 2, 1, 2]);
  expect(await second.keep()).toBeNull();
  expect(seen.asked).toBe(0);
  expect(await makeMattes(second, 4, 6)).toEqual([3, 4]);
  expect(await second.keep()).toEqual({ frameCount: 6, model: { numbers: [4], arrays: [] } });
});

test('starts at the beginning of the segment if the log is missing', async () => {
  const { bytes } = createMemoryStore();
  const { matting, seen } = createCounting();
  const logged = { frameCount: 4, model: { numbers: [7], arrays: [] } };
  const second = await LoggedMatting.open(matting, size, bytes, 'a.webm', logged);
  await second.restore({ numbers: [5], arrays: [] });
  expect(await makeMattes(second, 0, 2)).toEqual([6, 7]);
  expect(seen.asked).toBe(2);
});

test('a segment that ends before any matte is stored writes nothing, and the next one starts empty', async () => {
  const { bytes } = createMemoryStore();
  const matting = await LoggedMatting.open(createCounting().matting, size, bytes, 'a.webm', null);
  await makeMattes(matting, 0, 3);
  matting.endSegment();
  expect(await matting.keep()).toBeNull();
  expect(await bytes.list()).toEqual([]);
  await makeMattes(matting, 3, 5);
  expect(await matting.keep()).toMatchObject({ frameCount: 2 });
  expect((await bytes.read(mattesName('a.webm'))).size).toBe(2 * 8);
});
