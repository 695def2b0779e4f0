import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MediaInfo } from '#core/protocol/runners.ts';
import { openGpuPage, type GpuPage } from '#test/support/gpu-page.ts';
import { hasNativeTools } from '#test/support/native.ts';
import type { Heard, SoundAsked, Watched } from '#test/support/sound.worker.ts';

/** Six seconds: a white frame and a click of 5 ms at each full second except the first. */
const picture = "color=black:s=64x48:r=20:d=6,geq=lum='if(between(mod(T,1),0,0.0499)*gt(T,0.5),235,16)':cb=128:cr=128";
const sound = "aevalsrc='0.8*lt(mod(t,1),0.005)*gt(t,0.5)':s=48000:d=6";
const seconds = [1, 2, 3, 4, 5];

/** One millisecond of rounding by the container, and the size of the steps in which a codec can cut samples. */
const toleranceSeconds = 0.01;

describe.skipIf(!hasNativeTools())('the clock of a file', () => {
  let page: GpuPage;
  let folder: string;

  beforeAll(async () => {
    page = await openGpuPage('sound.worker.ts');
    folder = await mkdtemp(join(tmpdir(), 'offcut-clock-'));
    const core = resolve(import.meta.dirname, '../../../node_modules/@ffmpeg/core/dist/esm');
    for (const name of ['ffmpeg-core.js', 'ffmpeg-core.wasm']) {
      await page.publish(`ffmpeg/core/${name}`, await readFile(join(core, name)));
    }
    run('-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...h264, ...aac, at('whole.mp4'));
    run('-i', at('whole.mp4'), ...vp8, at('whole.webm'));
    // A program stream has no timestamp for a frame that begins in the same packet as another one.
    run(
      '-i',
      at('whole.mp4'),
      '-vf',
      'scale=320:240,noise=alls=30:allf=t',
      '-c:v',
      'mpeg2video',
      '-c:a',
      'mp2',
      at('whole.mpg'),
    );
    run('-i', at('whole.mp4'), '-c', 'copy', '-bsf:a', `noise=${gaps}`, at('gap.mp4'));
  });
  afterAll(async () => {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The audio without 1.6 to 2.7 s, and without another 30 ms. */
  const gaps = "drop='between(pts*tb,1.6,2.7)+between(pts*tb,3.7,3.73)'";
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'];
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-pix_fmt', 'yuv420p'];
  const aac = ['-c:a', 'aac', '-b:a', '128k'];
  const at = (name: string): string => join(folder, name);
  const run = (...args: string[]): void => void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
  const ask = <Answer extends object>(asked: SoundAsked): Promise<Answer> => page.ask<Answer>(asked);

  async function publish(name: string, ...parts: string[]): Promise<string> {
    const bytes = await Promise.all(parts.map((part) => readFile(at(part))));
    return page.publish(name, Buffer.concat(bytes));
  }

  /** Returns the times of clicks and flashes that decoding finds in a file, from its start and from its middle. */
  async function read(url: string) {
    const info = await ask<MediaInfo>({ ask: 'probe', url });
    const heard = await ask<Heard>({ ask: 'decode', url, fromSeconds: 0, toSeconds: 1000 });
    const later = await ask<Heard>({ ask: 'decode', url, fromSeconds: 3.6, toSeconds: 1000 });
    const watched = await ask<Watched>({ ask: 'watch', url });
    return { durationSeconds: 'durationSeconds' in info ? info.durationSeconds : 0, heard, later, watched };
  }

  function expectTimes(times: readonly number[], expected: readonly number[], tolerance = toleranceSeconds): void {
    const isNear =
      times.length === expected.length && times.every((time, at) => Math.abs(time - (expected[at] ?? 0)) < tolerance);
    expect(isNear, `${times.join(', ')} in place of ${expected.join(', ')}`).toBe(true);
  }

  test.each([
    ['plain.mp4', 'whole.mp4', []],
    ['offset.mp4', 'whole.mp4', ['-output_ts_offset', '10']],
    [
      'fragmented.mp4',
      'whole.mp4',
      ['-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-output_ts_offset', '10'],
    ],
    ['late.mkv', 'whole.mp4', ['-output_ts_offset', '50']],
    ['late.webm', 'whole.mp4', [...vp8, '-output_ts_offset', '50']],
    ['live.webm', 'whole.mp4', [...vp8, '-output_ts_offset', '50', '-live', '1']],
    ['plain.ts', 'whole.mp4', []],
    ['late.ts', 'whole.mp4', ['-output_ts_offset', '100']],
    ['wrap.ts', 'whole.mp4', ['-output_ts_offset', '95440']],
    ['wrap-ac3.ts', 'whole.mp4', ['-c:a', 'ac3', '-output_ts_offset', '95440']],
    ['plain.mpg', 'whole.mpg', []],
  ])('gives %s six seconds, and keeps flashes and clicks together', async (name, source, args) => {
    run('-i', at(source), '-c', 'copy', ...args, at(name));
    const { durationSeconds, heard, later, watched } = await read(await publish(name, name));
    expect(Math.abs(durationSeconds - 6)).toBeLessThan(0.06);
    const [flash = 0] = watched.flashes;
    // A priming packet may be first; it moves all of them by the same time.
    expect(flash - 1).toBeLessThan(0.05);
    const expected = seconds.map((second) => second + flash - 1);
    expectTimes(watched.flashes, expected, 0.002);
    expectTimes(heard.clicks, expected);
    expectTimes(later.clicks, expected.slice(3));
  });

  test.each([
    ['gap.mp4', 'gap.mp4', []],
    ['fragmented-gap.mp4', 'gap.mp4', ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']],
    ['gap.mkv', 'gap.mp4', []],
    ['gap.webm', 'whole.webm', ['-bsf:a', `noise=${gaps}`]],
    ['gap.ts', 'gap.mp4', []],
  ])('fills missing packets in %s with silence, and keeps the rest in place', async (name, source, args) => {
    if (name !== source) {
      run('-i', at(source), '-c', 'copy', ...args, at(name));
    }
    const { heard, later, watched } = await read(await publish(name, name));
    const [flash = 0] = watched.flashes;
    const expected = [1, 3, 4, 5].map((second) => second + flash - 1);
    // ffmpeg subtracts the pre-skip of Opus once more when it copies packets.
    const tolerance = toleranceSeconds + (name.endsWith('webm') ? 0.0065 : 0);
    expectTimes(heard.clicks, expected, tolerance);
    expectTimes(later.clicks, expected.slice(2), tolerance);
  });

  test.each([
    ['twice.ts', ['whole.ts', 'whole.ts']],
    ['ahead.ts', ['whole.ts', 'hour.ts']],
    ['back.ts', ['hour.ts', 'whole.ts']],
    ['twice.mpg', ['whole.mpg', 'whole.mpg']],
    ['twice.webm', ['whole.webm', 'whole.webm']],
    ['twice-live.webm', ['once-live.webm', 'whole.webm']],
  ])('plays both recordings of %s one after the other, and reports them', async (name, parts) => {
    run('-i', at('whole.mp4'), '-c', 'copy', at('whole.ts'));
    run('-i', at('whole.mp4'), '-c', 'copy', '-output_ts_offset', '3600', at('hour.ts'));
    run('-i', at('whole.mp4'), ...vp8, '-live', '1', at('once-live.webm'));
    const { durationSeconds, heard, later, watched } = await read(await publish(name, ...parts));
    expect(Math.abs(durationSeconds - 12)).toBeLessThan(0.12);
    expect(watched.flashes).toHaveLength(10);
    expectTimes(heard.clicks, watched.flashes);
    expectTimes(later.clicks, watched.flashes.slice(3));
    expect(watched.flashes[5]).toBeCloseTo(7, 0);
    expect(watched.warnings.join()).toMatch(/2 recordings.*starts again at 6\.\d\d s/);
  });

  test('plays all songs of a chained Ogg file', async () => {
    run('-i', at('whole.mp4'), '-vn', '-c:a', 'libvorbis', at('song.ogg'));
    const url = await publish('chain.ogg', 'song.ogg', 'song.ogg');
    const info = await ask<MediaInfo>({ ask: 'probe', url });
    const heard = await ask<Heard>({ ask: 'decode', url, fromSeconds: 0, toSeconds: 1000 });
    expect('durationSeconds' in info && info.durationSeconds).toBeCloseTo(12, 1);
    // The last packet of a song may have a few more samples than the song.
    expectTimes(heard.clicks, [...seconds, ...seconds.map((second) => second + 6)], 0.025);
  });

  test.each([
    ['mp4', 1.02],
    ['mkv', 1.02],
    ['mkv', 0.985],
    ['mkv', 1.0008],
    ['ts', 1.02],
  ])('plays the audio track of %s whose clock runs at %d by its timestamps', async (extension, speed) => {
    const name = `drift-${speed}.${extension}`;
    run('-i', at('whole.mp4'), '-c', 'copy', '-bsf:a', `setts=ts=TS*${speed}`, at(name));
    const { heard, later, watched } = await read(await publish(name, name));
    const shift = (watched.flashes[0] ?? 0) - 1;
    expectTimes(
      heard.clicks,
      seconds.map((second) => shift + second * speed),
    );
    expectTimes(
      later.clicks,
      [4, 5].map((second) => shift + second * speed),
    );
  });
});
