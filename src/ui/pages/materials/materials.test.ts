import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#ui/app/client.ts';
import { keptMaterials, refreshMaterials } from './materials.ts';

// No service worker answers in this test.
vi.mock('#ui/app/client.ts', () => ({ call: vi.fn() }));

/** The wire: only the fields that are read here. */
const api = vi.mocked(call as (name: string) => Promise<unknown>);

const unopened = { material: 'mat_1', name: 'clip.mp4' };
const opened = { ...unopened, width: 640, height: 360, hasSound: true };

const answerWith = (...answers: readonly (readonly object[])[]): void => {
  api.mockReset();
  for (const answer of answers) {
    api.mockResolvedValueOnce(answer);
  }
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is read again until every file is inspected', async () => {
  answerWith([unopened], [unopened], [opened]);
  await refreshMaterials();
  expect(keptMaterials.value).toEqual([unopened]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keptMaterials.value).toEqual([opened]);
  expect(api).toHaveBeenCalledTimes(3);
});

it('is read less and less often while no engine inspects a file, and immediately for another one', async () => {
  api.mockReset();
  api.mockResolvedValue([unopened]);
  await refreshMaterials();
  await vi.advanceTimersByTimeAsync(60_000);
  const asked = api.mock.calls.length;
  expect(asked).toBeLessThan(15);
  answerWith([unopened, { ...unopened, material: 'mat_2' }], [unopened, opened], [opened, opened]);
  await refreshMaterials();
  await vi.advanceTimersByTimeAsync(1000);
  expect(keptMaterials.value).toEqual([opened, opened]);
});

it('counts an unusable file as inspected', async () => {
  answerWith([{ ...unopened, fault: 'The file is damaged.' }]);
  await refreshMaterials();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api).toHaveBeenCalledTimes(1);
});
