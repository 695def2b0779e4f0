import { describe, expect, test } from 'vitest';
import { createKeeper } from './kept-video.ts';
import type { Source, Warn } from './source/source.ts';

/** Creates an `openFile` that logs opened and closed videos. */
function openLogged() {
  const log: string[] = [];
  const warns: Warn[] = [];
  const keeper = createKeeper(async (inputFile, warn) => {
    const name = `${inputFile} ${warns.push(warn)}`;
    log.push(`open ${name}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields of a source are read
    const source = { info: {}, close: async () => void log.push(`close ${name}`) } as unknown as Source;
    return { source, audioTracks: [] };
  });
  return { ...keeper, log, warns };
}

describe('a cached open video', () => {
  test('stays open for the next caller', async () => {
    const { lend, take, log } = openLogged();
    await lend('a', ({ source }) => source.close());
    await lend('a', ({ source }) => source.close());
    const { source } = await take('a');
    expect(log).toEqual(['open a 1']);
    await source.close();
    expect(log).toEqual(['open a 1', 'close a 1']);
  });

  test('is probed without being opened again', async () => {
    const { lend, keep, take, log } = openLogged();
    await lend('a', ({ source }) => source.close());
    await keep('a');
    await take('a');
    expect(log).toEqual(['open a 1']);
  });

  test('is opened again after a failure, from which it may not recover', async () => {
    const { lend, take, log } = openLogged();
    await expect(lend('a', () => Promise.reject(new Error('ffmpeg is gone')))).rejects.toThrow('ffmpeg is gone');
    await take('a');
    expect(log).toEqual(['open a 1', 'close a 1', 'open a 2']);
  });

  test('is not reused with the warnings of a part that another caller read', async () => {
    const { lend, take, warns } = openLogged();
    await lend('a', async () => warns[0]?.('The video ends early.'));
    expect([...(await take('a')).warnings]).toEqual([]);
  });

  test('is closed if another video is returned at the same time', async () => {
    const { lend, keep, log } = openLogged();
    await Promise.all([lend('a', async () => undefined), lend('b', async () => undefined)]);
    await keep('c');
    expect(log.filter((line) => line.startsWith('close')).toSorted()).toEqual(['close a 1', 'close b 2']);
  });
});
