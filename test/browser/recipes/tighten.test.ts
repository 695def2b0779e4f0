import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutPictureLayout } from '#core/analysis/cut-picture.ts';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { CutList } from '#recipes/tighten/cut-list.ts';
import { decodeFrames, decodeSound, findLag, frameTimes, hasNativeTools, probe } from '#test/support/native.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTalk, makeTalkSound, talkSeconds } from '#test/support/talk-clips.ts';

const run = promisify(execFile);
const rate = 16_000;

describe.skipIf(!hasNativeTools())('tighten', () => {
  let folder: string;
  let product: Product;
  let talk: string;
  let material: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-tighten-'));
    product = await shareProduct();
    talk = await makeTalk(folder, 'talk');
    material = await product.upload(talk);
  });
  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('cuts the proposed, edited and approved cut list on frames, in sync, and returns an editable canvas', async () => {
    const job = await propose({ material });
    const list = getList(job);
    expect(list.cuts.map(({ kind, isAccepted }) => [kind, isAccepted])).toEqual(list.cuts.map(() => ['silence', true]));
    expect(list.cuts).toHaveLength(3);
    expect(list.beforeSeconds).toBeCloseTo(talkSeconds, 1);
    // The pauses are 0 to 0.6, 2 to 3.4 and 4.6 to the end; 0.12 s remain on each side of a word.
    [0, 0.48, 2.12, 3.28, 4.72, list.beforeSeconds].forEach((seconds, index) => {
      const { startSeconds = 0, endSeconds = 0 } = list.cuts[Math.floor(index / 2)] ?? {};
      expect(Math.abs((index % 2 === 0 ? startSeconds : endSeconds) - seconds)).toBeLessThan(0.06);
    });
    expect(job.previews).toHaveLength(4);
    for (const { url } of job.previews ?? []) {
      const picture = await fetch(url);
      expect(picture.headers.get('Content-Type')).toBe('image/png');
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(2000);
    }

    const cuts = list.cuts.map((cut, index) => ({ ...cut, isAccepted: index !== 0 }));
    const edited = { ...list, cuts, afterSeconds: 0 };
    expect(await refusal(job, { ...edited, cuts: [{ ...cuts[0], endSeconds: talkSeconds + 1 }] })).toEqual([
      'proposal.cuts.0.endSeconds',
    ]);
    expect(await refusal(job, { ...edited, cuts: [...cuts, { ...cuts[0], id: 'mine' }] })).toContain(
      'proposal.cuts.3.id',
    );
    await review(job, { decision: 'approve', proposal: edited });
    const done = await reached(job.id, 'completed');
    const removed = cuts.slice(1).reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
    const { file, document } = await getResult(done, 'edited.mp4');
    expect(Number((await probe(file)).format.duration)).toBeCloseTo(list.beforeSeconds - removed, 1);
    const passages = findPassages(document);
    expect(passages).toHaveLength(2);
    await expectSameFrames(file, passages);
    await expectSameSound(file, passages);

    const sidecars = done.sidecars ?? [];
    expect(sidecars.map(({ name }) => name.replace(/.*\./, '')).toSorted()).toEqual(['csv', 'edl', 'fcpxml', 'otio']);
    const texts = await Promise.all(sidecars.map(async ({ url }) => (await fetch(url)).text()));
    expect(texts.find((text) => text.startsWith('id,'))).toContain('cut-1,0.000,');
    expect(texts.find((text) => text.startsWith('TITLE'))).toMatch(/001 {2}AX[^\n]*\r\n[^]*002 {2}AX/);
  });

  test('keeps the times of frames with a variable rate, and skips the second review on request', async () => {
    const file = await makeTalk(folder, 'variable', ['-vf', "select='not(mod(n,5))+not(mod(n,7))'", '-vsync', 'vfr']);
    const job = await start({ material: await product.upload(file), autoApprove: true, joins: 'cut' });
    const done = await reached(job.id, 'completed');
    const made = await getResult(done, 'variable-tight.mp4');
    const sourceTimes = await frameTimes(file);
    const expected = findPassages(made.document).flatMap(({ startSeconds, durationSeconds, sourceStartSeconds }) =>
      sourceTimes
        .filter((time) => time > sourceStartSeconds - 0.002 && time < sourceStartSeconds + durationSeconds - 0.002)
        .map((time) => time - sourceStartSeconds + startSeconds),
    );
    const times = await frameTimes(made.file);
    expect(times).toHaveLength(expected.length);
    times.forEach((time, index) => expect(Math.abs(time - (expected[index] ?? 0))).toBeLessThan(0.003));
  });

  test('shows images around the cuts of a file that only ffmpeg decodes, and cuts it like any other', async () => {
    const file = join(folder, 'mpeg4.mp4');
    await run('ffmpeg', ['-v', 'error', '-i', talk, ...'-c:v mpeg4 -q:v 3 -g 30 -c:a copy'.split(' '), file]);
    const job = await propose({ material: await product.upload(file) });
    const pictures = (job.previews ?? []).slice(1);
    expect(pictures).toHaveLength(3);
    for (const { url } of pictures) {
      expect(await drawnShare(url)).toBeGreaterThan(0.5);
    }
    // The decoder continues from one side of the cut to the other, and starts again there.
    const cuts = getList(job).cuts.map((cut, at) =>
      at === 1 ? { ...cut, endSeconds: 4.4 } : { ...cut, isAccepted: false },
    );
    await review(job, { decision: 'approve', proposal: { ...getList(job), cuts } });
    const made = await getResult(await reached(job.id, 'completed'), 'mpeg4-tight.mp4');
    await expectSameFrames(made.file, findPassages(made.document));
  });

  test.each([
    ['talk.mp3', {}, { extension: 'm4a', codec: 'aac', mimeType: 'audio/mp4' }],
    [
      'talk.wav',
      { outputFormat: 'wav', joins: 'dissolve' },
      { extension: 'wav', codec: 'pcm_s16le', mimeType: 'audio/wav' },
    ],
    // The browser decodes none of these.
    ['talk.ac3', { outputFormat: 'm4a' }, { extension: 'm4a', codec: 'aac', mimeType: 'audio/mp4' }],
  ])('creates an audio file and its canvas from %s, which has audio alone', async (name, parameters, expected) => {
    const source = await makeTalkSound(folder, name);
    const job = await propose({ material: await product.upload(source), ...parameters });
    expect(job.input).toMatchObject({ outputFormat: expected.extension });
    const list = getList(job);
    expect(list.cuts).toHaveLength(3);
    [0, 0.48, 2.12, 3.28, 4.72, list.beforeSeconds].forEach((seconds, index) => {
      const { startSeconds = 0, endSeconds = 0 } = list.cuts[Math.floor(index / 2)] ?? {};
      expect(Math.abs((index % 2 === 0 ? startSeconds : endSeconds) - seconds)).toBeLessThan(0.08);
    });
    expect(job.previews).toHaveLength(4);
    for (const { url } of job.previews ?? []) {
      expect((await (await fetch(url)).arrayBuffer()).byteLength).toBeGreaterThan(1000);
    }
    await review(job, { decision: 'approve' });
    const done = await reached(job.id, 'completed');
    const result = await fetch(done.finalUrl ?? '', { method: 'HEAD' });
    expect(result.headers.get('Content-Type')).toBe(expected.mimeType);
    const { file, document } = await getResult(done, `${name}-tight.${expected.extension}`);
    const { format, streams } = await probe(file);
    expect(streams.map(({ codec_name: codec }) => codec)).toEqual([expected.codec]);
    expect(Math.abs(Number(format.duration) - list.afterSeconds)).toBeLessThan(0.05);
    expect(document.tracks.map(({ kind }) => kind)).toEqual(['sound']);
    const passages = findPassages(document);
    expect(passages.map(({ type }) => type)).toEqual(['sound', 'sound']);
    // ffmpeg counts the encoder delay of an MP3 as time of the file when it fills a late start.
    const reference = name.endsWith('.mp3') ? await makeTalkSound(folder, 'reference.wav') : source;
    await expectSameSound(file, passages, reference);
    const sidecars = done.sidecars ?? [];
    expect(sidecars.map((one) => one.name.replace(/.*\./, '')).toSorted()).toEqual(['csv', 'edl', 'fcpxml', 'otio']);
    const texts = await Promise.all(sidecars.map(async ({ url }) => (await fetch(url)).text()));
    expect(texts.find((text) => text.startsWith('TITLE'))).toMatch(/001 {2}AX {7}A [^]*002 {2}AX {7}A /);
  });

  test('keeps the cuts that the user refused when it regenerates, and loses nothing in a crash during the render', async () => {
    const job = await propose({ material, joins: 'punch-in' });
    const list = getList(job);
    const cuts = list.cuts.map((cut, index) => ({ ...cut, isAccepted: index !== 1 }));
    const parameters = { minSilenceSeconds: 0.8, joins: 'dissolve' };
    await review(job, { decision: 'regenerate', proposal: { ...list, cuts }, parameters });
    await expect.poll(async () => getList(await product.job(job.id))?.cuts.length).toBe(2);
    const second = await reached(job.id, 'awaiting_review');
    // A proposal that cannot be created leaves this one unchanged.
    await review(second, { decision: 'regenerate', parameters: { maxRemovedShare: 0.05 } });
    const errorCode = async (): Promise<unknown> => (await product.job(job.id)).error?.errorCode;
    await expect.poll(errorCode).toBe('TOO_MUCH_REMOVED');
    const again = await reached(job.id, 'awaiting_review');
    expect([again.proposal, again.input]).toEqual([second.proposal, second.input]);
    expect(getList(again).cuts.map(({ isAccepted }) => isAccepted)).toEqual([false, true]);
    await review(again, {
      decision: 'approve',
      proposal: { ...getList(again), cuts: getList(again).cuts.map(accept) },
    });
    await product.crash();
    const done = await reached(job.id, 'completed');
    const { file, document } = await getResult(done, 'crashed.mp4');
    expect(findPassages(document)).toMatchObject([{}, { transition: { type: 'dissolve', durationSeconds: 0.2 } }]);
    const { beforeSeconds } = list;
    const removed = getList(again).cuts.reduce(
      (sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds,
      0,
    );
    expect(Number((await probe(file)).format.duration)).toBeCloseTo(beforeSeconds - removed, 1);
  });

  test.each([
    ['NO_AUDIO', 'without audio', ['-an'], {}, /has no audio, so its pauses/],
    ['NO_AUDIO', 'with a silent track', ['-af', 'volume=0'], {}, /is completely silent/],
    ['NOTHING_TO_CUT', 'that is loud throughout', ['-af', 'aeval=0.2*sin(2*PI*300*t):c=same'], {}, /Lower minSilence/],
    ['TOO_MUCH_REMOVED', 'from which almost everything would be cut', [], { maxRemovedShare: 0.2 }, /allows 20 %/],
    ['TOO_MUCH_REMOVED', 'whose gaps hold talk', [], { thresholdDb: -5 }, /no speech is louder|gaps are not silent/],
  ])('%s for a clip %s', async (code, name, args, parameters, message) => {
    const clip = await makeTalk(folder, name.replaceAll(' ', '-'), args);
    const job = await start({ material: await product.upload(clip), ...parameters });
    const failed = await reached(job.id, 'failed');
    expect(failed.error).toMatchObject({ errorCode: code, message: expect.stringMatching(message) as string });
    expect(failed.creditsCharged).toBe(false);
  });

  test.each([
    ['NO_AUDIO', 'silent.wav', ['-af', 'volume=0'], /audio of this file is completely silent/],
    ['NOTHING_TO_CUT', 'loud.wav', ['-af', 'aeval=0.2*sin(2*PI*300*t):c=same'], /Lower minSilence/],
  ])('%s for audio, %s', async (code, name, args, message) => {
    const job = await start({ material: await product.upload(await makeTalkSound(folder, name, args)) });
    const failed = await reached(job.id, 'failed');
    expect(failed.error).toMatchObject({ errorCode: code, message: expect.stringMatching(message) as string });
  });

  // The tab stays open, because it may have become the one that answers calls.
  test('reviews audio on its waveform, plays it and restores its cuts', async () => {
    const job = await propose({ material: await product.upload(await makeTalkSound(folder, 'reviewed.flac')) });
    const tab = await product.openTab();
    await tab.goto(`${product.baseUrl}/workspace/jobs/${job.id}`);
    await tab.locator('.tighten-strip .strip').waitFor();
    expect(await tab.locator('.tighten-film').count()).toBe(0);
    expect(await tab.locator('.tighten-picture').isVisible()).toBe(false);
    const lengthAfter = tab.getByRole('definition').nth(1);
    const before = await lengthAfter.innerText();
    await tab.getByRole('button', { name: 'Cut 2 of 3' }).click();
    await expect.poll(() => lengthAfter.innerText()).not.toBe(before);
    await tab.getByRole('button', { name: 'Play tightened clip' }).click();
    const clock = tab.locator('.draft-transport .num').first();
    await expect.poll(() => clock.innerText()).toMatch(/[1-9]/);
    await tab.getByRole('button', { name: 'Approve' }).click();
    const done = await reached(job.id, 'completed');
    const removed = getList(job).cuts.filter((_, at) => at !== 1);
    const seconds = removed.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
    const { file, document } = await getResult(done, 'reviewed.m4a');
    expect(findPassages(document)).toHaveLength(1);
    expect(Math.abs(Number((await probe(file)).format.duration) - (talkSeconds - seconds))).toBeLessThan(0.05);
    await tab.locator('audio').waitFor();
    await tab.getByRole('button', { name: 'Export WAV' }).waitFor();
  });

  const accept = <T>(cut: T): T & { isAccepted: boolean } => ({ ...cut, isAccepted: true });

  const getList = ({ proposal }: JobView): CutList => proposal as CutList;

  async function start(parameters: object): Promise<JobView> {
    return getData((await product.api<JobView>('POST', '/v1/run/tighten', parameters)).body);
  }

  async function propose(parameters: object): Promise<JobView> {
    return reached((await start(parameters)).id, 'awaiting_review');
  }

  const review = (job: JobView, body: object) => product.api<JobView>('POST', `/v1/jobs/${job.id}/review`, body);

  async function refusal(job: JobView, proposal: object): Promise<string[]> {
    const { status, body } = await review(job, { decision: 'approve', proposal });
    expect([status, body.success]).toEqual([400, false]);
    return (body as unknown as { details: { path: string }[] }).details.map(({ path }) => path);
  }

  async function reached(id: string, status: JobView['status']): Promise<JobView> {
    const seen = async (): Promise<string> => {
      const job = await product.job(id);
      return job.status === 'failed' && status !== 'failed' ? `failed: ${job.error?.message}` : job.status;
    };
    await expect.poll(seen).toBe(status);
    return product.job(id);
  }

  async function getResult(job: JobView, name: string): Promise<{ file: string; document: TimelineDocument }> {
    const file = join(folder, name);
    const response = await fetch(job.finalUrl ?? '');
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const canvas = await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${job.canvasId}`);
    return { file, document: getData(canvas.body).document };
  }

  const findPassages = ({ tracks }: TimelineDocument): ItemOf<'video' | 'sound'>[] =>
    tracks.flatMap(({ items }) => items).filter((item) => item.type === 'video' || item.type === 'sound');

  /** Returns the share of the pixels in an image of a cut, within its frames, that are not the background. */
  async function drawnShare(url: string): Promise<number> {
    const picture = join(folder, 'cut.png');
    await writeFile(picture, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    const { captionHeight } = cutPictureLayout;
    const [{ width = 0, height = 0 } = {}] = (await probe(picture)).streams;
    const [pixels = new Uint8Array()] = await decodeFrames(picture, { width, height, pixels: 'gray' });
    const rows = pixels.subarray(width * captionHeight, width * (captionHeight + 200));
    const [background] = rows;
    return rows.filter((level) => level !== background).length / rows.length;
  }

  /** Checks that each frame of the result is the expected one of the source, and that there is no other. */
  async function expectSameFrames(file: string, passages: readonly ItemOf<'video' | 'sound'>[]): Promise<void> {
    const small = { width: 64, height: 36, pixels: 'gray' } as const;
    const [source, made] = await Promise.all([decodeFrames(talk, small), decodeFrames(file, small)]);
    const expected = passages.flatMap(({ sourceStartSeconds, durationSeconds }) =>
      Array.from({ length: Math.round(durationSeconds * 30) }, (_, at) => Math.round(sourceStartSeconds * 30) + at),
    );
    expect(Math.abs(made.length - expected.length)).toBeLessThanOrEqual(1);
    const found = made.slice(0, expected.length).map((frame, index) => {
      const near = Array.from({ length: 7 }, (_, at) => (expected[index] ?? 0) + at - 3);
      const errors = near.map((at) => difference(frame, source[at]));
      return near[errors.indexOf(Math.min(...errors))];
    });
    expect(found).toEqual(expected.slice(0, found.length));
  }

  function difference(one: Uint8Array, other: Uint8Array | undefined): number {
    return other ? one.reduce((sum, level, at) => sum + Math.abs(level - (other[at] ?? 0)), 0) : Infinity;
  }

  /** Checks that the audio is that of the source in the given passages, and that no join clicks or is silent. */
  async function expectSameSound(
    file: string,
    passages: readonly ItemOf<'video' | 'sound'>[],
    sourceFile = talk,
  ): Promise<void> {
    const source = await decodeSound(sourceFile, rate, 10);
    const made = await decodeSound(file, rate, 10);
    const expected = Int16Array.from(
      passages.flatMap(({ sourceStartSeconds, durationSeconds }) => [
        ...source.subarray(
          Math.round(sourceStartSeconds * rate),
          Math.round((sourceStartSeconds + durationSeconds) * rate),
        ),
      ]),
    );
    expect(Math.abs(findLag(expected, made, rate, 0.02))).toBeLessThan(0.002);
    const steps = made.map((sample, at) => Math.abs(sample - (made[at - 1] ?? sample)));
    for (const { startSeconds } of passages.slice(1)) {
      const around = steps.subarray((startSeconds - 0.03) * rate, (startSeconds + 0.05) * rate);
      expect(Math.max(...around)).toBeLessThan(Math.max(...steps) / 4);
      expect(
        made.subarray((startSeconds - 0.03) * rate, (startSeconds + 0.05) * rate).some((sample) => sample !== 0),
      ).toBe(true);
    }
  }
});
