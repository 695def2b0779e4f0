import { expect, it, vi } from 'vitest';
import { announcement } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import { models, refreshModels, type Model } from './models.ts';

// No service worker answers in this test.
vi.mock('#ui/app/client.ts', () => ({ call: vi.fn() }));

const modelIn = (state: Model['state']): Model =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a model only what is read here
  ({ id: 'rvm', name: 'RVM', state }) as Model;

it('announces the end of a download once, and ignores an older answer', async () => {
  const answers: ((list: readonly Model[]) => void)[] = [];
  vi.mocked(call).mockImplementation(() => new Promise((resolve) => answers.push(resolve as (list: unknown) => void)));
  models.value = [modelIn('downloading')];
  const reads = [refreshModels(), refreshModels()];
  answers[1]?.([modelIn('installed')]);
  await reads[1];
  expect(announcement.value).toBe('RVM installed.');
  answers[0]?.([modelIn('downloading')]);
  await reads[0];
  expect(models.value[0]?.state).toBe('installed');
});
