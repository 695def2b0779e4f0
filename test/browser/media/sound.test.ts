import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MediaInfo } from '#core/protocol/runners.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { openGpuPage, type GpuPage } from '#test/support/gpu-page.ts';
import { hasNativeTools } from '#test/support/native.ts';
import type { Heard, SoundAsked, SoundFileMade } from '#test/support/sound.worker.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** A click of 2 ms at each full second except the first. */
const clicks = (rate: number, seconds: number): string =>
  `aevalsrc='0.8*lt(mod(t,1),0.002)*gt(t,0.5)':s=${rate}:d=${seconds}`;

describe.skipIf(!hasNativeTools())('audio', () => {
  let page: GpuPage;
  let folder: string;

  beforeAll(async () => {
    page = await openGpuPage('sound.worker.ts');
    folder = await mkdtemp(join(tmpdir(), 'offcut-sound-'));
    const core = resolve(import.meta.dirname, '../../../node_modules/@ffmpeg/core/dist/esm');
    for (const name of ['ffmpeg-core.js', 'ffmpeg-core.wasm']) {
      await page.publish(`ffmpeg/core/${name}`, await readFile(join(core, name)));
    }
  });
  afterAll(async () => {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = <Answer extends object>(asked: SoundAsked): Promise<Answer> => page.ask<Answer>(asked);

  /** Generates a file from a source with ffmpeg. Returns its URL. */
  async function made(name: string, source: string, ...args: string[]): Promise<string> {
    const file = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...args, file]);
    return page.publish(name, await readFile(file));
  }

  // The error of containers that round times to milliseconds or do not state the encoder delay.
  test.each([
    ['a.wav', '-c:a pcm_s16le', 0.0001],
    ['a.mp3', '-c:a libmp3lame -b:a 192k', 0.0001],
    ['variable.mp3', '-c:a libmp3lame -q:a 2', 0.0001],
    ['a.m4a', '-c:a aac -b:a 192k', 0.0001],
    ['mp3.mp4', '-c:a libmp3lame', 0.0001],
    ['opus.mp4', '-c:a libopus', 0.0001],
    ['a.mov', '-c:a pcm_s24le', 0.0001],
    ['vorbis.ogg', '-c:a libvorbis', 0.0001],
    ['a.opus', '-c:a libopus', 0.0001],
    ['a.flac', '-c:a flac', 0.0001],
    ['opus.webm', '-c:a libopus', 0.0015],
    ['vorbis.webm', '-c:a libvorbis', 0.0045],
    ['ac3.mkv', '-c:a ac3 -b:a 192k', 0.007],
    ['a.wma', '-c:a wmav2', 0.05],
    ['a.avi', '-c:a adpcm_ms', 0.0005],
    ['stream.ts', '-c:a aac -b:a 192k', 0.024],
    ['untagged.mp3', '-c:a libmp3lame -q:a 2 -write_xing 0', 0.03],
    ['half.mp4', '-c:a aac -b:a 192k -movflags frag_keyframe -frag_duration 1000000', 0.024],
    ['pcm.caf', '-c:a pcm_s16le', 0.0015],
    ['alac.caf', '-c:a alac', 0.0015],
    ['a.ac3', '-c:a ac3 -b:a 192k', 0.007],
    ['a.eac3', '-c:a eac3 -b:a 192k', 0.007],
    ['a.dts', '-c:a dca -strict -2 -b:a 768k', 0.015],
    ['a.aiff', '-c:a pcm_s16be', 0.0015],
    ['a.au', '-c:a pcm_s16be', 0.0015],
    ['a.wv', '-c:a wavpack', 0.0015],
  ])('is read from the start and the middle of %s, with each sample in place', async (name, args, tolerance) => {
    const url = await made(name, clicks(44_100, 5), ...args.split(' '));
    for (const fromSeconds of [0, 2.3]) {
      const heard = await ask<Heard>({ ask: 'decode', url, fromSeconds, toSeconds: 10 });
      const expected = [1, 2, 3, 4].filter((second) => second > fromSeconds);
      expect(heard.clicks.map(Math.round)).toEqual(expected);
      for (const [index, time] of heard.clicks.entries()) {
        expect(Math.abs(time - (expected[index] ?? 0))).toBeLessThan(tolerance);
      }
      expect(heard.seconds).toBeGreaterThan(4.85);
    }
  });

  test('with six channels becomes stereo, with the centre in both', async () => {
    const source = 'aevalsrc=0|0|0.5*sin(2000*t)|0.5*sin(300*t)|0.5*sin(2000*t)|0:s=48000:c=5.1:d=2';
    for (const [name, codec] of [
      ['surround.flac', 'flac'],
      ['surround.wav', 'pcm_s16le'],
      ['surround.mkv', 'ac3'],
    ] as const) {
      const url = await made(name, source, '-c:a', codec, '-b:a', '384k');
      const { peaks } = await ask<Heard>({ ask: 'decode', url, fromSeconds: 0, toSeconds: 10 });
      expect(peaks[0]).toBeCloseTo(2 * Math.SQRT1_2 * 0.5, 1);
      expect(peaks[1]).toBeCloseTo(Math.SQRT1_2 * 0.5, 1);
    }
  });

  test.each([
    ['stereo.wav', '-c:a pcm_s16le', 'pcm-s16'],
    ['stereo.mp3', '-c:a libmp3lame', 'mp3'],
    ['stereo.m4a', '-c:a aac', 'aac'],
    ['stereo.ogg', '-c:a libvorbis', 'vorbis'],
    ['stereo.flac', '-c:a flac', 'flac'],
    ['stereo.wma', '-c:a wmav2', 'wmav2'],
  ])('of %s has the facts that a probe reports', async (name, args, codec) => {
    const url = await made(name, 'sine=440:r=44100:d=3', '-ac', '2', ...args.split(' '));
    const info = await ask<MediaInfo>({ ask: 'probe', url });
    expect(info).toMatchObject({ kind: 'sound', audio: { codec, channels: 2, sampleRate: 44_100 } });
    expect(info.kind === 'sound' && Math.abs(info.durationSeconds - 3)).toBeLessThan(0.1);
  });

  test.each([
    ['tagged.mp3', '-c:a libmp3lame -q:a 2', 'mp3', 0.001],
    ['bare.mp3', '-c:a libmp3lame -q:a 2 -write_xing 0 -id3v2_version 0', 'mp3', 0.06],
    ['bare.mp2', '-c:a mp2', 'mp3', 0.06],
    ['bare.aac', '-c:a aac', 'aac', 0.06],
    ['half.m4a', '-c:a aac -movflags frag_keyframe -frag_duration 2000000', 'aac', 0.06],
    ['long.caf', '-c:a pcm_s16le', 'pcm_s16le', 0.001],
    ['bare.ac3', '-c:a ac3', 'ac3', 0.06],
    ['bare.eac3', '-c:a eac3', 'eac3', 0.06],
    ['bare.dts', '-c:a dca -strict -2', 'dts', 0.06],
    ['long.aiff', '-c:a pcm_s16be', 'pcm_s16be', 0.001],
    ['long.au', '-c:a pcm_s16be', 'pcm_s16be', 0.001],
    ['long.wv', '-c:a wavpack', 'wavpack', 0.001],
  ])(
    'of %s is measured by a probe, even if most of it is louder than its start',
    async (name, args, codec, tolerance) => {
      const source = "aevalsrc='if(lt(t,5),0,0.7*random(0))':s=44100:d=20";
      const info = await ask<MediaInfo>({ ask: 'probe', url: await made(name, source, ...args.split(' ')) });
      expect(info).toMatchObject({ kind: 'sound', audio: { codec } });
      expect(info.kind === 'sound' && Math.abs(info.durationSeconds - 20)).toBeLessThan(tolerance);
    },
  );

  test.each(['mp3', 'aac'])('of %s after other bytes is measured and read', async (name) => {
    const file = join(folder, `clicks.${name}`);
    const args = name === 'mp3' ? ['-write_xing', '0', '-id3v2_version', '0', '-q:a', '2'] : [];
    await made(`clicks.${name}`, clicks(44_100, 5), ...args);
    const junk = Uint8Array.from({ length: 9000 }, (_, index) => (index * index * 31 + index) % 256);
    const url = await page.publish(`late.${name}`, Buffer.concat([junk, await readFile(file)]));
    const info = await ask<MediaInfo>({ ask: 'probe', url });
    expect(info.kind === 'sound' && Math.abs(info.durationSeconds - 5)).toBeLessThan(0.08);
    const heard = await ask<Heard>({ ask: 'decode', url, fromSeconds: 0, toSeconds: 10 });
    expect(heard.clicks.map(Math.round)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['half-video.mp4', '-r 25 -t 6', 'frag_keyframe', 25],
    ['half-apart.mp4', '-r 25 -t 6', 'frag_keyframe+separate_moof+default_base_moof', 25],
    ['half-indexed.mp4', '-r 25 -t 6', 'frag_keyframe+global_sidx+default_base_moof', 25],
    ['clock.mkv', '-r 30000/1001 -t 6', 'none', 29.97],
    ['one.mkv', '-vf select=eq(n\\,0) -t 6', 'none', 30],
    ['one.mp4', '-vf select=eq(n\\,0) -t 6', 'none', 30],
  ])('of %s has the duration and the sample rate that a probe reports', async (name, args, flags, frameRate) => {
    const video = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=60:d=6', '-c:v', 'libx264', '-g', '25', '-c:a', 'aac'];
    const movflags = flags === 'none' ? [] : ['-movflags', flags];
    const url = await made(name, clicks(44_100, 6), ...video, ...args.split(' '), ...movflags);
    const info = await ask<MediaInfo>({ ask: 'probe', url });
    expect(info).toMatchObject({ kind: 'video', video: { frameRate } });
    expect(info.kind === 'video' && Math.abs(info.durationSeconds - 6)).toBeLessThan(0.1);
    const heard = await ask<Heard>({ ask: 'decode', url, fromSeconds: 0, toSeconds: 10 });
    expect(heard.clicks.map(Math.round)).toEqual([1, 2, 3, 4, 5]);
  });

  const clickItem = (fields: Parameters<typeof makeItem<'sound'>>[2] = {}): TimelineDocument =>
    makeTimeline([{ items: [makeItem('sound', 'a', { assetId: 'clicks', durationSeconds: 6, ...fields })] }]);

  test.each(['wav', 'm4a', 'webm', 'mp4', 'mov'] as const)('of an exported %s is the mix, in sync', async (format) => {
    const url = await made('source.flac', clicks(44_100, 8), '-c:a', 'flac');
    const document = clickItem({ sourceStartSeconds: 1.5 });
    const { file, warnings } = await ask<SoundFileMade>({ ask: 'make', document, urls: { clicks: url }, format });
    const path = join(folder, `made.${format}`);
    await writeFile(path, Buffer.from(file, 'base64'));
    const samples = decodeNatively(path);
    expect(samples.length / 48_000).toBeGreaterThan(5.98);
    expect(samples.length / 48_000).toBeLessThan(6.06);
    const found = findClicks(samples);
    expect(found).toHaveLength(6);
    for (const [index, time] of found.entries()) {
      // For WebM the library does not write the delay of Opus, which is 6.5 ms, and native ffmpeg relies on that value.
      expect(Math.abs(time - (index + 0.5))).toBeLessThan(format === 'webm' ? 0.0075 : 0.001);
    }
    expect(warnings).toEqual([]);
  });

  test('of a 16-bit source equals a WAV export to the last bit', async () => {
    const source = 'anoisesrc=r=48000:d=2:a=0.4,aformat=channel_layouts=stereo';
    const url = await made('noise.wav', source, '-c:a', 'pcm_s16le');
    const document = makeTimeline([{ items: [makeItem('sound', 'a', { assetId: 'clicks', durationSeconds: 2 })] }]);
    const { file } = await ask<SoundFileMade>({ ask: 'make', document, urls: { clicks: url }, format: 'wav' });
    const path = join(folder, 'copy.wav');
    await writeFile(path, Buffer.from(file, 'base64'));
    expect(getHash(path)).toBe(getHash(join(folder, 'noise.wav')));
  });

  test('has the fades and the loudness that native ffmpeg computes', async () => {
    const source = "aevalsrc='0.4*sin(2*PI*300*t)*(0.3+0.7*abs(sin(2*t)))+0.05*(random(0)-0.5)':s=44100:d=12";
    const url = await made('programme.flac', source, '-c:a', 'flac');
    const fields = { assetId: 'clicks', durationSeconds: 12, fadeInSeconds: 2, fadeOutSeconds: 3, volume: 0.8 };
    const document = makeTimeline([{ items: [makeItem('sound', 'a', fields)] }]);
    const asked = { ask: 'make', document, urls: { clicks: url }, format: 'wav' } as const;
    const { file, loudness } = await ask<SoundFileMade>(asked);
    const [ours, native] = [join(folder, 'ours.wav'), join(folder, 'native.wav')];
    await writeFile(ours, Buffer.from(file, 'base64'));
    const fades = 'afade=t=in:d=2:curve=qsin,afade=t=out:st=9:d=3:curve=qsin,volume=0.8';
    const to48 = ['-ar', '48000', '-ac', '2', '-c:a', 'pcm_f32le', native];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      join(folder, 'programme.flac'),
      '-af',
      `${fades},pan=stereo|c0=c0|c1=c0`,
      ...to48,
    ]);
    expect(
      Math.abs((loudness?.integratedLufs ?? 0) - measure(native, 'ebur128', /I:\s+(-?[\d.]+) LUFS/g)),
    ).toBeLessThan(0.1);
    for (const part of ['0:2', '4:8', '9:12']) {
      const [start, end] = part.split(':');
      const filter = `atrim=${start}:${end},astats=measure_perchannel=none`;
      const level = /RMS level dB: (-?[\d.]+)/g;
      expect(Math.abs(measure(ours, filter, level) - measure(native, filter, level))).toBeLessThan(0.1);
    }
  });

  test.each(['m4a', 'webm'] as const)('of %s is in sync after an hour', { tags: ['long'] }, async (format) => {
    // The same second in a loop: ffmpeg would need minutes to compute each sample.
    const hour = `${clicks(44_100, 2)},atrim=start=1,asetpts=PTS-STARTPTS,aloop=loop=-1:size=44100,atrim=end=3605`;
    const url = await made('hour.flac', hour, '-c:a', 'flac');
    const document = clickItem({ durationSeconds: 3604 });
    const asked = { ask: 'make', document, urls: { clicks: url }, format, isRead: true } as const;
    const { heard } = await ask<SoundFileMade>(asked);
    const late = heard?.clicks.slice(-3) ?? [];
    expect(late.map(Math.round)).toEqual([3601, 3602, 3603]);
    for (const time of late) {
      expect(Math.abs(time - Math.round(time))).toBeLessThan(0.01);
    }
  });
});

/** Returns the first channel at 48 kHz, from time 0 of the file. */
function decodeNatively(file: string): Float32Array {
  const filter = 'aresample=async=1:first_pts=0,aresample=48000,pan=mono|c0=c0';
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-vn', '-af', filter, '-f', 'f32le', '-'], {
    maxBuffer: 2 ** 28,
  });
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
}

function findClicks(samples: Float32Array): number[] {
  const found: number[] = [];
  samples.forEach((sample, i) => {
    if (Math.abs(sample) > 0.25 && i / 48_000 - (found.at(-1) ?? -1) > 0.1) {
      found.push(i / 48_000);
    }
  });
  return found;
}

const getHash = (file: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'md5', '-c:a', 'pcm_s16le', '-'], { encoding: 'utf8' });

/** Returns the last number that an ffmpeg filter logs with this label. */
function measure(file: string, filter: string, label: RegExp): number {
  const { stderr } = spawnSync('ffmpeg', ['-hide_banner', '-i', file, '-af', filter, '-f', 'null', '-'], {
    encoding: 'utf8',
  });
  return Number([...stderr.matchAll(label)].at(-1)?.[1]);
}
