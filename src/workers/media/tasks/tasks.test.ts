import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '#store/memory.ts';
import { createTaskRunner } from './tasks.ts';

/** The workplaces with which audio was opened; the file has none. */
const workplaces = vi.hoisted((): { temporaryName: string }[] => []);
vi.mock('../mix/open-sound.ts', () => ({
  openSoundFile: async (_file: unknown, _part: unknown, workplace: { temporaryName: string }) => {
    workplaces.push(workplace);
    return null;
  },
}));

test.each(['peaks', 'beats'] as const)('names the temporary files of %s after its output file', async (kind) => {
  const { bytes } = createMemoryStore();
  const sink = await bytes.create('mat_1.avi');
  await sink.close();
  const hooks = { onStarting: () => undefined };
  await createTaskRunner(bytes).answer({ kind, file: 'mat_1.avi', mimeType: 'video/x-msvideo' }, 'err_1', hooks);
  // Only such names are protected while the output is created, and no other file has them.
  expect(workplaces.splice(0).map(({ temporaryName }) => temporaryName)).toEqual([expect.stringMatching(/^err_1\./)]);
});
