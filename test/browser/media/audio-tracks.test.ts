import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AudioTrack } from '#core/protocol/engine-tasks.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { CutList } from '#recipes/tighten/cut-list.ts';
import { getBuild } from '#test/support/build-server.ts';
import { decodeSound, hasNativeTools, probe } from '#test/support/native.ts';
import { getData, shareProduct, type Product, type RunData } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';
import { makeTracks, trackTones } from '#test/support/track-clips.ts';

type MaterialView = { material: string; audioTracks?: AudioTrack[] };
type PeaksView = { min: number[]; max: number[] };

const rate = 16_000;

describe.skipIf(!hasNativeTools()).each(['mkv', 'mp4'] as const)('three audio tracks in %s', (extension) => {
  let folder: string;
  let product: Product;
  let material: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-tracks-'));
    // These tests check the audio: the whole image is the subject.
    product = await shareProduct({ distDir: await getBuild('whole-picture') });
    material = await product.upload(await makeTracks(folder, extension));
    await vi.waitFor(async () => expect(await tracks()).toHaveLength(3), { timeout: 60_000, interval: 250 });
  });
  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function tracks(): Promise<readonly AudioTrack[]> {
    const views = getData((await product.api<MaterialView[]>('GET', '/v1/materials')).body);
    return views.find((view) => view.material === material)?.audioTracks ?? [];
  }

  test('are facts of the material, with the names of their layouts', async () => {
    expect(await tracks()).toMatchObject([
      { index: 0, codec: 'aac', channels: 2, channelLayout: 'stereo', language: 'eng', isDefault: true },
      { index: 1, codec: 'ac3', channels: 6, channelLayout: '5.1', language: 'deu', isDefault: false },
      { index: 2, codec: 'aac', channels: 1, channelLayout: 'mono', language: 'fra', isDefault: false },
    ]);
  });

  test('are exported as an item names them, and a warning names the track that is used instead of a missing one', async () => {
    const chosen = await Promise.all([0, 1, 2].map((audioTrack) => exported({ audioTrack }, `${audioTrack}.wav`)));
    expect(await Promise.all(chosen.map(({ file }) => measureTone(file, 0.8)))).toEqual(trackTones);
    expect(chosen.flatMap(({ warnings }) => warnings)).toEqual([]);
    const { file, warnings } = await exported({}, 'default.wav');
    expect(await measureTone(file, 0.8)).toBe(trackTones[0]);
    expect(warnings).toEqual([
      expect.stringMatching(/3 audio tracks: 0 \(English AAC stereo\) is used, 1 \(German AC3 5\.1.*\) and 2 \(French/),
    ]);
  });

  test('play next to each other on one canvas', async () => {
    const items = [0, 2].map((audioTrack, at) =>
      makeItem('sound', `s${at}`, {
        assetId: material,
        audioTrack,
        startSeconds: at,
        durationSeconds: 1,
        sourceStartSeconds: 0.8,
      }),
    );
    const { file } = await renderDocument(makeTimeline([{ kind: 'sound', items }]), 'both.wav');
    expect([await measureTone(file, 0.3), await measureTone(file, 1.3)]).toEqual([trackTones[0], trackTones[2]]);
  });

  test('have peaks of their own, and an index that the file does not have is refused at its path', async () => {
    const getPeaks = async (query: string): Promise<PeaksView> =>
      getData((await product.api<PeaksView>('GET', `/v1/materials/${material}/peaks?count=12&${query}`)).body);
    const [byDefault, first, surround, last] = await Promise.all([
      getPeaks(''),
      getPeaks('audioTrack=0'),
      getPeaks('audioTrack=1'),
      getPeaks('audioTrack=2'),
    ]);
    expect(first).toEqual(byDefault);
    expect(surround).not.toEqual(first);
    expect(Math.min(...first.max)).toBeGreaterThan(0.2);
    // The last track pauses from 2 to 3.4 s.
    expect(last.max[5]).toBeLessThan(0.05);
    expect(last.max[2]).toBeGreaterThan(0.2);

    const getPaths = async (method: string, path: string, body?: unknown): Promise<string[]> => {
      const answer = await product.api(method, path, body);
      expect(answer.status).toBe(400);
      return (answer.body as unknown as { details: { path: string }[] }).details.map((detail) => detail.path);
    };
    expect(await getPaths('GET', `/v1/materials/${material}/peaks?audioTrack=3`)).toEqual(['audioTrack']);
    expect(await getPaths('POST', '/v1/run/tighten', { material, audioTrack: 3 })).toEqual(['audioTrack']);
    expect(await getPaths('POST', '/v1/canvases', { document: makeCanvas({ audioTrack: 3 }) })).toEqual([
      'document.tracks.0.items.0.audioTrack',
    ]);
  });

  test('are kept by remove-background according to its parameters', async () => {
    const trim = { startSeconds: 0.8, endSeconds: 1.6 };
    const run = async (parameters: object): Promise<RunData> =>
      getData(
        (
          await product.api<RunData>('POST', '/v1/run/remove-background', {
            material,
            quality: 'fast',
            trim,
            ...parameters,
          })
        ).body,
      );
    for (const audioTrack of [1, 2]) {
      const made = await run({ audioTrack });
      const file = await download(made.processedVideoUrl, `cut-out-${audioTrack}.webm`);
      expect(await measureTone(file, 0.2)).toBe(trackTones[audioTrack]);
      expect(made.warnings.filter((sentence) => sentence.includes('audio tracks'))).toEqual([]);
      expect(getItems(await documentOfCanvas(made.canvasId))).toMatchObject([{ audioTrack }, {}, {}]);
    }
    const byDefault = await run({});
    expect(byDefault.warnings).toEqual([expect.stringContaining('0 (English AAC stereo) is used')]);
    expect(getItems(await documentOfCanvas(byDefault.canvasId))[0]).not.toHaveProperty('audioTrack');
  });

  test('are analysed, cut and kept by tighten', async () => {
    const started = await product.api<JobView>('POST', '/v1/run/tighten', { material, audioTrack: 2 });
    const proposed = await reached(getData(started.body).id, 'awaiting_review');
    // Both other tracks are loud throughout.
    expect((proposed.proposal as CutList).cuts).toHaveLength(3);
    await product.api('POST', `/v1/jobs/${proposed.id}/review`, { decision: 'approve' });
    const done = await reached(proposed.id, 'completed');
    expect(await measureTone(await download(done.finalUrl ?? '', 'tight.mp4'), 0.5)).toBe(trackTones[2]);
    const items = getItems(await documentOfCanvas(done.canvasId ?? ''));
    expect(items.map((item) => ('audioTrack' in item ? item.audioTrack : null))).toEqual(items.map(() => 2));
    const all = getData((await product.api<JobView>('POST', '/v1/run/tighten', { material })).body);
    expect((await reached(all.id, 'failed')).error?.errorCode).toBe('NOTHING_TO_CUT');
  });

  test('are selected in the inspector', async () => {
    const { page, baseUrl } = product;
    const body = { title: 'Tracks', materials: [material] };
    const canvas = getData((await product.api<{ id: string }>('POST', '/v1/canvases', body)).body);
    const itemOfCanvas = async () => getItems(await documentOfCanvas(canvas.id))[0];
    await page.goto(`${baseUrl}/workspace/canvas/editor/${canvas.id}`);
    await page.getByRole('listitem', { name: /^Clip 1,/ }).click();
    const field = page.getByRole('complementary', { name: 'Properties' }).getByLabel('Audio track', { exact: true });
    await field.waitFor();
    expect(await field.getByRole('option').allTextContents()).toEqual([
      'Default (0: English AAC stereo)',
      '0: English AAC stereo',
      expect.stringMatching(/^1: German AC3 5\.1/),
      '2: French AAC mono',
    ]);
    await field.selectOption('1');
    await expect.poll(itemOfCanvas).toMatchObject({ audioTrack: 1 });
    await field.selectOption('');
    await expect.poll(itemOfCanvas).not.toHaveProperty('audioTrack');
  });

  const whole = { x: 160, y: 90, width: 320, height: 180 };

  const makeCanvas = (fields: object): TimelineDocument =>
    makeTimeline(
      [{ items: [makeItem('video', 'clip', { ...whole, assetId: material, durationSeconds: 2, ...fields })] }],
      {
        width: 320,
        height: 180,
      },
    );

  const exported = (fields: object, name: string) => renderDocument(makeCanvas(fields), name);

  async function renderDocument(document: TimelineDocument, name: string) {
    const canvas = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
    const asked = await product.api<JobView>('POST', `/v1/canvases/${canvas.id}/export`, { format: 'wav' });
    const { finalUrl, warnings } = await reached(getData(asked.body).id, 'completed');
    return { file: await download(finalUrl ?? '', name), warnings };
  }

  async function reached(id: string, status: JobView['status']): Promise<JobView> {
    const seen = async (): Promise<string> => {
      const job = await product.job(id);
      return job.status === 'failed' && status !== 'failed' ? `failed: ${job.error?.message}` : job.status;
    };
    await expect.poll(seen, { timeout: 120_000 }).toBe(status);
    return product.job(id);
  }

  async function download(url: string, name: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    expect((await probe(file)).streams.filter(({ codec_type: type }) => type === 'audio')).toHaveLength(1);
    return file;
  }

  const documentOfCanvas = async (id: string): Promise<TimelineDocument> =>
    getData((await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${id}`)).body).document;

  const getItems = ({ tracks: all }: TimelineDocument) => all.flatMap(({ items }) => items);

  /** Returns the track whose tone fills most of a fifth of a second; its zero crossings give the frequency. */
  async function measureTone(file: string, fromSeconds: number): Promise<number | undefined> {
    const samples = (await decodeSound(file, rate, 6)).subarray(fromSeconds * rate, (fromSeconds + 0.2) * rate);
    const crossings = samples.filter((sample, at) => sample >= 0 !== (samples[at - 1] ?? sample) >= 0).length;
    const hertz = crossings / 2 / 0.2;
    return trackTones.find((tone) => Math.abs(hertz - tone) < 0.02 * tone + 10);
  }
});
