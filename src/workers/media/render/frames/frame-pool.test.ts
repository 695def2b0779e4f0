import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DecodedPicture, Source, Span } from '../../source/source.ts';
import { FramePool } from './frame-pool.ts';

/** Creates a source whose frames are identified by their timestamps, and logs which are decoded. */
function createSource(
  times: readonly number[],
  log: { opened: number; closed: number; starts: number[] },
  keys: readonly number[] = [],
) {
  const pictures = async function* (_: Span, fromUs = 0): AsyncGenerator<DecodedPicture, void> {
    log.starts.push(fromUs / 1e6);
    const first = Math.max(
      0,
      times.findLastIndex((time) => time <= fromUs / 1e6),
    );
    const last = times.at(-1) ?? 0;
    for (let at = fromUs / 1e6 >= last + 0.1 ? times.length : first; at < times.length; at++) {
      const time = times[at] ?? 0;
      log.opened++;
      yield {
        timestampUs: Math.round(1e6 * time),
        durationUs: Math.round(1e6 * ((times[at + 1] ?? time + 0.1) - time)),
        read: () => Promise.resolve(null),
        toVideoFrame: () => null,
        close: () => void log.closed++,
      };
    }
  };
  const info = {
    kind: 'video',
    container: 'made',
    durationSeconds: (times.at(-1) ?? 0) + 0.1,
    video: { codec: 'none', width: 4, height: 4, frameRate: 10, rotation: 0 },
    audio: null,
  } as const;
  return {
    info,
    colour: { matrix: 'bt709', tags: null },
    statedEndSeconds: null,
    whole: { startSeconds: 0, endSeconds: info.durationSeconds, isTrimmed: false },
    openAudio: () => Promise.resolve(null),
    pictures,
    keyFrameAt: (seconds) => Promise.resolve(keys.findLast((key) => key <= seconds) ?? null),
    times: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  } satisfies Source;
}

const everyTenth = (seconds: number): number[] => Array.from({ length: 10 * seconds }, (_, at) => at / 10);

function createPool(times: readonly number[] = everyTenth(20), keys: readonly number[] = []) {
  const log = { opened: 0, closed: 0, starts: [] as number[] };
  let sources = 0;
  const broken: string[] = [];
  const pool = new FramePool({
    open: (assetId) => {
      sources++;
      return Promise.resolve(assetId === 'damaged' ? null : createSource(times, log, keys));
    },
    onBreak: (assetId) => void broken.push(assetId),
  });
  const shown = async (seconds: number, itemId = 'item', assetId = 'asset'): Promise<number | null> => {
    const [one] = await pool.take([{ itemId, assetId, seconds }]);
    return one ? one.picture.timestampUs / 1e6 : null;
  };
  return { pool, log, broken, shown, sources: () => sources };
}

/** Creates a pool of one file, which cannot be opened in the given attempts, counted from 1. */
function createFailingPool(times: readonly number[], failing: readonly number[]) {
  const log = { opened: 0, closed: 0, starts: [] as number[] };
  let tries = 0;
  const pool = new FramePool({
    open: () => {
      tries++;
      return failing.includes(tries) ? Promise.reject(new Error('offline')) : Promise.resolve(createSource(times, log));
    },
    onBreak: () => undefined,
  });
  return { pool, log, tries: () => tries };
}

describe('FramePool', () => {
  it('returns the frame at a time, and decodes each once during playback', async () => {
    const { pool, log, shown } = createPool();
    for (let at = 0; at < 100; at++) {
      expect(await shown((at + 0.5) / 30)).toBeCloseTo(Math.floor((at + 0.5) / 3) / 10, 6);
    }
    expect(log.starts).toHaveLength(1);
    expect(log.opened).toBeLessThan(38);
    await pool.close();
    expect(log.closed).toBe(log.opened);
  });

  it('follows a variable frame rate', async () => {
    const { shown } = createPool([0, 0.04, 0.5, 0.51, 1.2, 3]);
    const asked = [0.02, 0.3, 0.505, 0.9, 1.19, 2.5, 3.05];
    const found = [];
    for (const seconds of asked) {
      found.push(await shown(seconds));
    }
    expect(found).toEqual([0, 0.04, 0.5, 0.51, 0.51, 1.2, 3]);
  });

  it('restarts the decoder for a jump, ahead or back, and continues if the time is near', async () => {
    const { log, shown } = createPool();
    const found = [];
    for (const seconds of [0.05, 1.25, 9.05, 8.05, 8.95]) {
      found.push(await shown(seconds));
    }
    expect(found).toEqual([0, 1.2, 9, 8, 8.9]);
    expect(log.starts).toEqual([0.05, 9.05, 8.05]);
  });

  it('continues for a jump ahead without a key frame in between, because a restart would be slower', async () => {
    const { log, shown } = createPool(everyTenth(20), [0, 8]);
    const found = [];
    for (const seconds of [1.05, 6.05, 12.05, 15.05]) {
      found.push(await shown(seconds));
    }
    expect(found).toEqual([1, 6, 12, 15]);
    expect(log.starts).toEqual([1.05, 12.05]);
  });

  it('holds the last frame past the end, even if it begins there', async () => {
    const { shown } = createPool(everyTenth(8));
    expect(await shown(7.95)).toBe(7.9);
    expect(await shown(12)).toBe(7.9);
    const late = createPool(everyTenth(8));
    expect(await late.shown(40)).toBe(7.9);
  });

  it('shows the first frame before it begins', async () => {
    const { shown } = createPool([0.7, 0.8]);
    expect(await shown(0.1)).toBe(0.7);
  });

  it('uses one decoder for layers with the same frame, and two for two times', async () => {
    const { pool, sources } = createPool();
    const wanted = ['a', 'b'].map((itemId) => ({ itemId, assetId: 'asset', seconds: 1 }));
    const same = await pool.take(wanted);
    expect(same.map((one) => one?.picture.timestampUs)).toEqual([1e6, 1e6]);
    expect(sources()).toBe(1);
    const apart = await pool.take(wanted.map((one, at) => ({ ...one, seconds: 1 + 3 * at })));
    expect(apart.map((one) => one?.picture.timestampUs)).toEqual([1e6, 4e6]);
    expect(sources()).toBe(2);
  });

  it('opens the next items before they are visible, and closes past ones', async () => {
    const { pool, log, sources, shown } = createPool();
    const item = (itemId: string, seconds: number) => ({ itemId, assetId: 'asset', seconds });
    pool.prepare([item('a', 1)], [item('b', 15)]);
    await shown(1, 'a');
    expect([pool.size, sources()]).toEqual([2, 2]);
    pool.prepare([item('b', 15)], []);
    expect(await shown(15, 'b')).toBe(15);
    expect(pool.size).toBe(1);
    expect(log.starts).toContain(15);
    pool.prepare([], []);
    expect(pool.size).toBe(0);
  });

  it('reuses the decoder of an item for one that continues nearby', async () => {
    const { pool, log, sources, shown } = createPool();
    const item = (itemId: string, seconds: number) => ({ itemId, assetId: 'asset', seconds });
    pool.prepare([item('a', 1)], []);
    await shown(1, 'a');
    pool.prepare([item('a', 1.5)], [item('b', 2.4)]);
    await shown(1.5, 'a');
    pool.prepare([item('b', 2.4)], []);
    expect(await shown(2.4, 'b')).toBe(2.4);
    expect([sources(), log.starts.length]).toEqual([1, 1]);
  });

  it('has at most one decoder per visible or next item', async () => {
    const { pool } = createPool(everyTenth(60));
    const cuts = Array.from({ length: 20 }, (_, at) => ({ itemId: `${at}`, assetId: 'asset', seconds: 2.7 * at }));
    for (let at = 0; at < cuts.length - 1; at++) {
      const [seen, next] = [cuts[at], cuts[at + 1]];
      if (seen && next) {
        pool.prepare([seen], [next]);
        expect(pool.size).toBeLessThanOrEqual(2);
        await pool.take([seen]);
        expect(pool.size).toBeLessThanOrEqual(2);
      }
    }
    await pool.close();
  });

  it('shows nothing of a file that cannot be opened, and does not retry for each frame', async () => {
    const { shown, sources } = createPool();
    expect(await shown(1, 'item', 'damaged')).toBeNull();
    expect(await shown(2, 'item', 'damaged')).toBeNull();
    expect(sources()).toBe(1);
  });

  describe('after a failure to read a file', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterEach(() => void vi.useRealTimers());

    it('opens it again after a while', async () => {
      const { pool, tries } = createFailingPool(everyTenth(3), [1, 2]);
      const at = async (seconds: number) => (await pool.take([{ itemId: 'a', assetId: 'b', seconds }]))[0];
      expect([await at(0), await at(0.1), tries()]).toEqual([null, null, 1]);
      vi.advanceTimersByTime(4000);
      expect([await at(0.2), await at(0.3), tries()]).toEqual([null, null, 2]);
      vi.advanceTimersByTime(4000);
      expect((await at(0.4))?.picture.timestampUs).toBe(400_000);
      expect([tries(), pool.size]).toEqual([3, 1]);
      await pool.close();
    });

    it('keeps a visible item of the file open while another item reopens it', async () => {
      const { pool, tries, log } = createFailingPool(everyTenth(20), [2]);
      const both = async (seconds: number) => {
        const wanted = [seconds, seconds + 10].map((at, index) => ({ itemId: `${index}`, assetId: 'a', seconds: at }));
        return (await pool.take(wanted)).map((one) => one && one.picture.timestampUs / 1e6);
      };
      expect(await both(0)).toEqual([0, null]);
      vi.advanceTimersByTime(4000);
      expect(await both(0.1)).toEqual([0.1, 10.1]);
      expect([tries(), log.starts]).toEqual([3, [0, 10.1]]);
      await pool.close();
    });
  });

  it('reports an undecodable file once, and shows nothing there', async () => {
    const broken: string[] = [];
    const log = { opened: 0, closed: 0, starts: [] as number[] };
    const source = createSource(everyTenth(3), log);
    const pool = new FramePool({
      open: () =>
        Promise.resolve({
          ...source,
          pictures: async function* (span: Span, fromUs?: number) {
            for await (const picture of source.pictures(span, fromUs)) {
              if (picture.timestampUs > 1e6) {
                throw new Error('damaged');
              }
              yield picture;
            }
          },
        }),
      onBreak: (assetId) => void broken.push(assetId),
    });
    const at = async (seconds: number) => (await pool.take([{ itemId: 'a', assetId: 'b', seconds }]))[0];
    expect((await at(0.9))?.picture.timestampUs).toBe(900_000);
    expect(await at(1.6)).toBeNull();
    expect(await at(1.7)).toBeNull();
    expect(broken).toEqual(['b']);
  });

  it('opens another source for an item with another material, and closes the old one', async () => {
    const { pool, log, shown, sources } = createPool();
    await shown(1, 'item', 'one');
    await shown(1, 'item', 'other');
    expect([sources(), pool.size]).toEqual([2, 1]);
    await pool.close();
    expect(log.closed).toBe(log.opened);
  });

  it('retries if an asset has a new file', async () => {
    const { pool, shown, sources } = createPool();
    expect(await shown(1, 'item', 'damaged')).toBeNull();
    expect(await shown(1.1, 'item', 'damaged')).toBeNull();
    expect(sources()).toBe(1);
    pool.renew(['damaged']);
    await shown(1.2, 'item', 'damaged');
    expect(sources()).toBe(2);
    await shown(1, 'other', 'asset');
    pool.renew(['asset']);
    expect(await shown(1, 'other', 'asset')).toBe(1);
    expect(sources()).toBe(4);
  });

  it('has at most one decoder per visible item, however often the canvas is edited', async () => {
    const { pool, log } = createPool();
    for (let edit = 0; edit < 500; edit++) {
      const items = Array.from({ length: 1 + (edit % 3) }, (_, at) => ({
        itemId: `item-${(edit + at) % 7}`,
        assetId: `asset-${(edit * at) % 4}`,
        seconds: ((edit * 13) % 190) / 10,
      }));
      pool.prepare(items, []);
      await pool.take(items);
      expect(pool.size).toBeLessThanOrEqual(items.length);
    }
    await pool.close();
    expect(log.closed).toBe(log.opened);
  });
});
