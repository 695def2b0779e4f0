import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { Proposal } from '#recipes/text-behind/recipe.ts';
import { getBuild } from '#test/support/build-server.ts';
import { decodeFrames, frameTimes, hasNativeTools, probe } from '#test/support/native.ts';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/sample', name);
const size = { width: 320, height: 180 } as const;
/** The light model is sufficient: other tests check the quality of mattes. */
const quick = { quality: 'fast', text: 'HELLO' } as const;

type CanvasAnswer = { document: TimelineDocument; assets: Record<string, { url: string }> };

let product: Product;
let folder: string;
let material: string;

/** Starts a run and waits until it waits for review, or has ended. */
async function propose(body: object, on: Product = product): Promise<JobView> {
  const answer = await on.api<JobView>('POST', '/v1/run/text-behind', body);
  return settled(getData(answer.body).id, new Set(), on);
}

/** Waits until a job waits for review, or has ended; calls `stages` with its stages until then. */
async function settled(id: string, stages: Set<string> = new Set(), on: Product = product): Promise<JobView> {
  for (;;) {
    const job = await on.job(id);
    stages.add(job.stage);
    if (!['queued', 'running'].includes(job.status)) {
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const review = (id: string, body: object) => product.api<JobView>('POST', `/v1/jobs/${id}/review`, body);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recipe's own proposal, as its schema says
const getProposal = (job: JobView): Proposal => job.proposal as Proposal;

/** Downloads a file to the folder of the test. Returns its path. */
async function save(url: string, name: string): Promise<string> {
  const response = await fetch(new URL(url, product.baseUrl), { headers: product.authorized });
  const file = join(folder, name);
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
  return file;
}

/** Returns a hash of each packet of the audio. */
function listSoundHashes(file: string): string[] {
  const wanted = '-select_streams a -show_data_hash md5 -show_entries packet=data_hash -of csv=p=0'.split(' ');
  return execFileSync('ffprobe', ['-v', 'error', ...wanted, file], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

async function readCanvas({ canvasId }: JobView): Promise<CanvasAnswer> {
  return getData((await product.api<CanvasAnswer>('GET', `/v1/canvases/${canvasId}`)).body);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-text-behind-'));
  product = await shareProduct();
  material = await product.upload(fixture('short.mp4'));
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a run', () => {
  /** Creates a video and records each step: its proposal, a refused edit, two other proposals, and the result. */
  const createVideo = once(async () => {
    const job = await propose({ material, ...quick });
    const preview = await fetch(new URL(job.previews?.[0]?.url ?? '', product.baseUrl), {
      headers: product.authorized,
    });
    const outside = { ...getProposal(job), window: { startSeconds: 0.2, endSeconds: 1.4 } };
    const refusal = await review(job.id, { decision: 'approve', proposal: outside });
    const afterRefusal = await product.job(job.id);

    await review(job.id, { decision: 'regenerate' });
    const second = getProposal(await settled(job.id));
    const edited = { ...second, text: 'HEY', x: 150, y: 70, coveredShare: { least: 0, mean: 0, most: 0 } };
    await review(job.id, { decision: 'regenerate', proposal: edited, parameters: { fill: '#00ff00' } });
    const third = getProposal(await settled(job.id));

    const stages = new Set<string>();
    getData((await review(job.id, { decision: 'approve', proposal: { ...third, x: 160 } })).body);
    const result = await settled(job.id, stages);
    return { job, preview, refusal, afterRefusal, second, third, stages, result, canvas: await readCanvas(result) };
  });

  test('proposes a place that the subject crosses, with images of it', async () => {
    const { job, preview } = await createVideo();
    expect(job.status).toBe('awaiting_review');
    const { coveredShare, ...placed } = getProposal(job);
    expect(placed).toMatchObject({ text: 'HELLO', rotation: 0, window: { startSeconds: 0, endSeconds: 1 } });
    expect(placed.sizePx).toBeGreaterThan(40);
    expect(coveredShare.least).toBeLessThanOrEqual(coveredShare.mean);
    expect(coveredShare.mean).toBeLessThanOrEqual(coveredShare.most);
    expect(coveredShare.mean).toBeGreaterThan(0.05);
    expect(coveredShare.most).toBeLessThan(0.4);
    expect(job.previews?.length).toBeGreaterThanOrEqual(1);
    expect(preview.headers.get('Content-Type')).toBe('image/png');
  });

  test('refuses a window outside of the cutout, with its path, and keeps waiting', async () => {
    const { refusal, afterRefusal } = await createVideo();
    expect([refusal.status, refusal.body]).toMatchObject([
      400,
      { errorCode: 'VALIDATION_FAILED', details: [{ path: 'proposal.window.endSeconds' }] },
    ]);
    expect(afterRefusal.status).toBe('awaiting_review');
  });

  test("proposes another place on request, and keeps the user's edits", async () => {
    const { job, second, third } = await createVideo();
    const first = getProposal(job);
    expect(Math.hypot(second.x - first.x, second.y - first.y)).toBeGreaterThan(0.05 * size.height);
    expect(third).toMatchObject({ text: 'HEY', x: 150, y: 70, fill: '#00ff00' });
    expect(third.coveredShare.most).toBeGreaterThan(0);
  });

  test('creates the video of an edited proposal without a second cutout', async () => {
    const { stages, result: job } = await createVideo();
    expect(job.status).toBe('completed');
    expect([...stages].filter((stage) => /Removing background|Loading|Measuring/.test(stage))).toEqual([]);
    expect(job.warnings.join(' ')).toMatch(/After your edit, \d+ % to \d+ % of the letters are behind the subject/);
  });

  test('has a canvas of the video with its audio, the text and the cutout', async () => {
    const { canvas } = await createVideo();
    const items = canvas.document.tracks.flatMap((track) => track.items);
    expect(items).toMatchObject([
      { type: 'video', role: 'source', isMuted: false },
      { type: 'text', text: 'HEY', x: 160, y: 70, fill: '#00ff00', entrance: { type: 'rise' }, exit: { type: 'fade' } },
      { type: 'video', role: 'cut-out', isMuted: true },
    ]);
  });

  test.skipIf(!hasNativeTools())(
    'keeps size, duration, frames and audio, and draws no letter over the subject',
    async () => {
      const { result: job, canvas } = await createVideo();
      const file = await save(job.finalUrl ?? '', 'result.mp4');
      const { streams } = await probe(file);
      expect(streams.map(({ codec_name: codec }) => codec).toSorted()).toEqual(['aac', 'h264']);
      expect(await frameTimes(file)).toHaveLength(30);
      const sound = listSoundHashes(fixture('short.mp4'));
      expect(sound.length).toBeGreaterThan(40);
      expect(listSoundHashes(file)).toEqual(sound);
      const source = await decodeFrames(fixture('short.mp4'), { ...size, pixels: 'rgb24' });
      const result = await decodeFrames(file, { ...size, pixels: 'rgb24' });
      const cutOut = canvas.document.tracks.flatMap((track) => track.items).find(({ role }) => role === 'cut-out');
      const assetId = cutOut?.type === 'video' ? cutOut.assetId : '';
      const part = await save(canvas.assets[assetId]?.url ?? '', 'part.webm');
      const mattes = await decodeFrames(part, { ...size, pixels: 'rgba', decoder: 'libvpx-vp9' });
      expect(mattes).toHaveLength(30);
      let [green, full, shown] = [0, 0, 0];
      mattes.forEach((matte, index) => {
        for (let pixel = 0; pixel < size.width * size.height; pixel++) {
          const more = (result[index]?.[3 * pixel + 1] ?? 0) - (source[index]?.[3 * pixel + 1] ?? 0);
          const isLetter = more > 60;
          const isFull = matte[4 * pixel + 3] === 255;
          full += Number(isFull);
          green += Number(isFull && isLetter);
          shown += Number(!isFull && isLetter);
        }
      });
      expect(full).toBeGreaterThan(30 * 2000);
      expect(shown).toBeGreaterThan(30 * 500);
      expect(green / full).toBeLessThan(0.0002);
    },
  );

  test('renders text of other scripts, right-to-left and with emoji, completely and without a review on request', async () => {
    const still = { entrance: 'none', exit: 'none', position: { x: 160, y: 60 }, outputFormat: 'webm' };
    const text = 'שלום\n你好 👋';
    const made = await propose({ material, ...quick, ...still, text, case: 'upper', autoApprove: true });
    expect(made).toMatchObject({ status: 'completed' });
    expect(made.warnings.filter((sentence) => sentence.includes('font'))).toEqual([]);
    expect(made.finalUrl).toMatch(/\.webm/);
  });
});

describe('invalid input', () => {
  test.each([
    ['no text', { text: '' }, 'text'],
    ['invisible text', { text: ' \n\u200B' }, 'text'],
    ['more than 80 characters', { text: 'x'.repeat(81) }, 'text'],
    ['a window that ends before it begins', { window: { startSeconds: 1, endSeconds: 0.5 } }, 'window'],
    ['an unknown font', { font: 'Comic Sans' }, 'font'],
  ])('is refused before a job: %s', async (_, change, path) => {
    const { status, body } = await product.api('POST', '/v1/run/text-behind', { material, ...quick, ...change });
    expect([status, body]).toMatchObject([400, { errorCode: 'VALIDATION_FAILED', details: [{ path }] }]);
  });

  test('is refused with the path of the field: a window beyond the end', async () => {
    const job = await propose({ material, ...quick, window: { startSeconds: 0.5, endSeconds: 3 } });
    expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'VALIDATION_FAILED' } });
    expect(job.error?.message).toContain('1.00 s');
  });

  test('NO_SUBJECT: an empty room', async () => {
    const empty = await product.upload(fixture('empty.mp4'));
    const job = await propose({ material: empty, ...quick, quality: 'best' });
    expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'NO_SUBJECT' } });
  });

  test('SUBJECT_FILLS_FRAME: a place that is never visible', async () => {
    const job = await propose({ material, ...quick, text: 'I', position: { x: 160, y: 150 }, sizePx: 12 });
    expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'SUBJECT_FILLS_FRAME' } });
    expect(job.error?.message).toContain('move it');
  });

  test.skipIf(!hasNativeTools())('WINDOW_CROSSES_CUT: only for a window that the user gave', async () => {
    const target = join(folder, 'two-shots.mp4');
    const inputs = ['-i', fixture('empty.mp4'), '-i', fixture('short.mp4')];
    const filter = '[0:v]negate,trim=end=0.4[a];[a][1:v]concat=n=2:v=1';
    const encoder = '-an -c:v libx264 -preset veryfast -crf 12 -pix_fmt yuv420p'.split(' ');
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-filter_complex', filter, ...encoder, target]);
    const shots = await product.upload(target);
    const refused = await propose({ material: shots, ...quick, window: { startSeconds: 0.1, endSeconds: 1 } });
    expect(refused).toMatchObject({ status: 'failed', error: { errorCode: 'WINDOW_CROSSES_CUT' } });
    expect(refused.error?.message).toContain('0.40 s');
    const longest = getProposal(await propose({ material: shots, ...quick })).window;
    expect(longest).toEqual({ startSeconds: expect.closeTo(0.4, 1), endSeconds: expect.closeTo(1.4, 1) });
  });
});

describe('a subject that fills the frame', () => {
  let other: Product;

  beforeAll(async () => {
    other = await shareProduct({ distDir: await getBuild('whole-picture') });
  });

  afterAll(() => other.close());

  test('leaves no place for text', async () => {
    const job = await propose({ material: await other.upload(fixture('short.mp4')), ...quick }, other);
    expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'SUBJECT_FILLS_FRAME' } });
    expect(job.error?.message).toContain('40 %');
  });
});
