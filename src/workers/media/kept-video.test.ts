import { describe, expect, test } from 'vitest';
import { createKeeper } from './kept-video.ts';
import type { Source, Warn } from './source/source.ts';

/** Videos that open at once, and a log of what was opened and closed. */
function openLogged() {
  const log: string[] = [];
  const warns: Warn[] = [];
  const keeper = createKeeper(async (inputFile, warn) => {
    const name = `${inputFile} ${warns.push(warn)}`;
    log.push(`open ${name}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a source is asked for
    const source = { info: {}, close: async () => void log.push(`close ${name}`) } as unknown as Source;
    return { source, audioTracks: [] };
  });
  return { ...keeper, log, warns };
}

describe('a video that is lent', () => {
  test('stays open for who comes next', async () => {
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

  test('is opened anew after a failure, as what failed may not recover', async () => {
    const { lend, take, log } = openLogged();
    await expect(lend('a', () => Promise.reject(new Error('ffmpeg is gone')))).rejects.toThrow('ffmpeg is gone');
    await take('a');
    expect(log).toEqual(['open a 1', 'close a 1', 'open a 2']);
  });

  test('leaves nobody what was said of a part that somebody else has read', async () => {
    const { lend, take, warns } = openLogged();
    await lend('a', async () => warns[0]?.('The video breaks off.'));
    expect([...(await take('a')).warnings]).toEqual([]);
  });

  test('is closed where another one is given back in the same moment', async () => {
    const { lend, keep, log } = openLogged();
    await Promise.all([lend('a', async () => undefined), lend('b', async () => undefined)]);
    await keep('c');
    expect(log.filter((line) => line.startsWith('close')).toSorted()).toEqual(['close a 1', 'close b 2']);
  });
});
