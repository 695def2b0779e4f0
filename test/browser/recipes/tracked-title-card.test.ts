import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { decodeFrames, frameTimes, hasNativeTools, probe } from '#test/support/native.ts';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

type Box = { x: number; y: number; width: number; height: number };
type Proposal = {
  path: (Box & { atSeconds: number; confidence: number; state: string })[];
  corrections: { atSeconds: number; box: Box }[];
  placement: string;
  window: { startSeconds: number; endSeconds: number };
  readableSeconds: number;
};
type Item = { id: string; type: string; role?: string; groupId?: string; text?: string; x: unknown };
type Canvas = { document: { tracks: { items: Item[] }[] } };
type Refusal = { errorCode: string; message: string; details: { path: string }[] };

/** 4 s of 640x360 with audio. */
const clip = resolve(import.meta.dirname, '../../../public/sample/presenter.mp4');
/** The presenter's head at the start. */
const head = { x: 250, y: 40, width: 110, height: 130 };
const native = hasNativeTools();

let product: Product;
let material: string;
let folder: string;

beforeAll(async () => {
  product = await shareProduct();
  material = await product.upload(clip);
  folder = await mkdtemp(join(tmpdir(), 'offcut-card-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await product.close();
});

const start = (body: object) => product.api<JobView>('POST', '/v1/run/tracked-title-card', body);
const review = ({ id }: JobView, body: object) => product.api<JobView>('POST', `/v1/jobs/${id}/review`, body);
const getProposal = ({ proposal }: JobView): Proposal => proposal as Proposal;
const getRefusal = ({ body }: Awaited<ReturnType<typeof start>>): Refusal => body as unknown as Refusal;

/** Returns the job once it waits or has ended. */
async function settled({ id }: JobView): Promise<JobView> {
  await expect.poll(async () => (await product.job(id)).status, { timeout: 90_000 }).not.toMatch(/queued|running/);
  return product.job(id);
}

const run = async (body: object): Promise<JobView> => settled(getData((await start(body)).body));

async function proposed(body: object): Promise<JobView> {
  const job = await run(body);
  expect(job.error).toBeUndefined();
  expect(job.status).toBe('awaiting_review');
  return job;
}

const getDocument = async ({ canvasId }: JobView): Promise<Canvas['document']> =>
  getData((await product.api<Canvas>('GET', `/v1/canvases/${canvasId}`)).body).document;

const fetchBytes = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Generates a small clip with native ffmpeg. */
async function upload(name: string, ...args: string[]): Promise<string> {
  const file = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, '-pix_fmt', 'yuv420p', file]);
  return product.upload(file);
}

test('refuses invalid input before a job exists, each with its path', async () => {
  const title = 'A title';
  const refused = async (body: object): Promise<unknown[]> => {
    const answer = await start({ material, ...body });
    return [answer.status, getRefusal(answer).details[0]?.path];
  };
  expect(await refused({})).toEqual([400, 'title']);
  expect(await refused({ title, target: 'somebody' })).toEqual([400, 'target']);
  expect(await refused({ title, window: { startSeconds: 2, endSeconds: 1 } })).toEqual([400, 'window']);
  expect((await start({ material: 'mat_gone', title })).status).toBe(404);
});

test('ends the job without a charge if a target is outside the frame or the clip, and names the field', async () => {
  const credits = await product.credits();
  const box = { x: 900, y: 20, width: 50, height: 50 };
  const outside = await run({ material, title: 'Outside', target: { atSeconds: 0, box } });
  expect(outside.error?.errorCode).toBe('VALIDATION_FAILED');
  expect(outside.error?.message).toContain('target.box must be within the frame, which is 640 by 360');
  const late = await run({ material, title: 'Late', target: { atSeconds: 9, point: { x: 300, y: 100 } } });
  expect(late.error?.message).toContain('target.atSeconds must be within the clip, which lasts 4 s');
  expect(await product.credits()).toBe(credits);
});

test.runIf(native)('finds no target in a flat image, and names the model that would help', async () => {
  const flat = await upload('flat.mp4', '-f', 'lavfi', '-i', 'color=gray:s=320x180:d=1:r=10');
  const any = await run({ material: flat, title: 'Nothing' });
  expect(any.error?.errorCode).toBe('NO_TARGET');
  const face = await run({ material: flat, title: 'Nobody', target: 'face' });
  expect(face.error).toMatchObject({ errorCode: 'NO_TARGET', message: expect.stringContaining('YuNet') as string });
});

test('ends with NO_SUBJECT if a card should be behind a missing subject', { tags: ['long'] }, async () => {
  const empty = await product.upload(resolve(import.meta.dirname, '../../fixtures/sample/empty.mp4'));
  const target = { atSeconds: 0, box: { x: 215, y: 20, width: 60, height: 50 } };
  const alone = await run({ material: empty, title: 'Behind nobody', target, isBehindSubject: true });
  expect(alone).toMatchObject({ status: 'failed', error: { errorCode: 'NO_SUBJECT' }, creditsCharged: false });
});

test.runIf(native)('loses a target that is covered for most of the window', async () => {
  const covered = 'scale=320:180,fps=20,drawbox=110:10:90:90:gray:fill:enable=gt(t\\,0.4)';
  const hidden = await upload('hidden.mp4', '-i', clip, '-vf', covered, '-t', '2.5', '-an');
  const box = { x: 125, y: 20, width: 55, height: 65 };
  const lost = await run({ material: hidden, title: 'Gone', target: { atSeconds: 0, box } });
  expect(lost.error?.errorCode).toBe('TARGET_LOST');
  expect(lost.error?.message).toMatch(/lost from 0\.\d+ s on/);
});

test.runIf(native)(
  'refuses a given window across a cut, and names the cut; chooses a window within a shot by itself',
  async () => {
    const join2 = '[0:v]scale=320:180,fps=20,trim=end=1,setpts=PTS-STARTPTS[a];[1:v]setsar=1[b];[a][b]concat=n=2[v]';
    const other = ['-f', 'lavfi', '-i', 'mandelbrot=s=320x180:r=20', '-t', '2.5'];
    const cut = await upload('cut.mp4', '-i', clip, ...other, '-filter_complex', join2, '-map', '[v]', '-an');
    const target = { atSeconds: 0.2, box: { x: 125, y: 20, width: 55, height: 65 } };
    const window = { startSeconds: 0, endSeconds: 2 };
    const crossing = await run({ material: cut, title: 'Two shots', target, window });
    expect(crossing.error).toMatchObject({
      errorCode: 'WINDOW_CROSSES_CUT',
      message: expect.stringContaining('The video has a scene cut at 1 s') as string,
    });
    const kept = await proposed({ material: cut, title: 'One shot', target });
    expect(getProposal(kept).window).toEqual({ startSeconds: 0, endSeconds: 1 });
    expect(kept.warnings.join(' ')).toContain('words take');
  },
);

describe('a proposal', () => {
  /** Creates a card and records each step: its proposal, a corrected one, a refused edit, and the result. */
  const createCard = once(async () => {
    const target = { atSeconds: 1, box: head };
    const job = await proposed({ material, title: 'Mira Holt', subtitle: 'Presenter', target });
    const preview = await fetchBytes(job.previews?.[0]?.url ?? '');
    const { path, ...proposal } = getProposal(job);
    const at = path[60];
    const box = { x: (at?.x ?? 0) + 12, y: at?.y ?? 0, width: at?.width ?? 1, height: at?.height ?? 1 };
    const corrections = [{ atSeconds: at?.atSeconds ?? 0, box }];
    getData((await review(job, { decision: 'regenerate', proposal: { ...proposal, path, corrections } })).body);
    const corrected = getProposal(await settled(job));

    const forged = { ...corrected, path: corrected.path.map((point) => ({ ...point, x: 0 })) };
    const refusal = await review(job, { decision: 'approve', proposal: forged });
    const placement = corrected.placement === 'left' ? 'right' : 'left';
    getData((await review(job, { decision: 'approve', proposal: { ...corrected, path: [], placement } })).body);
    return { job, preview, corrections, corrected, refusal, result: await settled(job) };
  });

  test('has the box of every frame, and images', async () => {
    const { job, preview } = await createCard();
    const { path, placement, window, readableSeconds } = getProposal(job);
    expect(window.startSeconds).toBe(0);
    expect(readableSeconds).toBeGreaterThan(2);
    expect(['above', 'below', 'left', 'right']).toContain(placement);
    expect(path.filter(({ state }) => state === 'tracked').length).toBeGreaterThan(0.9 * path.length);
    if (native) {
      const times = await frameTimes(clip);
      expect(path).toHaveLength(times.length);
      path.forEach(({ atSeconds }, at) => expect(atSeconds).toBeCloseTo(times[at] ?? 0, 3));
    }
    expect(job.previews?.length).toBeGreaterThanOrEqual(3);
    expect(preview.subarray(1, 4).toString()).toBe('PNG');
  });

  test('is tracked again from a correction, in both directions', async () => {
    const { job, corrections, corrected } = await createCard();
    const { path } = getProposal(job);
    expect(corrected.corrections).toEqual(corrections);
    expect(corrected.path[60]?.x).toBeCloseTo(corrections[0]?.box.x ?? 0, 0);
    expect(corrected.path).toHaveLength(path.length);
    const moved = (index: number): number => (corrected.path[index]?.x ?? 0) - (path[index]?.x ?? 0);
    expect(moved(75)).toBeGreaterThan(5);
    expect(moved(57)).toBeGreaterThan(5);
  });

  test('keeps waiting if the measured values are edited, and accepts another side', async () => {
    const { refusal, result } = await createCard();
    expect([refusal.status, getRefusal(refusal).details[0]?.path]).toEqual([400, 'proposal.path']);
    expect(result.error).toBeUndefined();
    expect(result.status).toBe('completed');
  });

  test('becomes a canvas of texts and shapes in a group, and a file like its source', async () => {
    const { result: job } = await createCard();
    const items = (await getDocument(job)).tracks.flatMap((track) => track.items);
    const card = items.filter(({ role }) => role === 'title-card');
    expect(card.map(({ text }) => text).filter(Boolean)).toEqual(['Mira Holt', 'Presenter']);
    expect(new Set(card.map(({ groupId }) => groupId)).size).toBe(1);
    expect(card.some(({ x }) => typeof x === 'object')).toBe(true);
    if (native) {
      const file = join(folder, 'result.mp4');
      await writeFile(file, await fetchBytes(job.finalUrl ?? ''));
      const { streams } = await probe(file);
      expect(streams.find(({ codec_type: type }) => type === 'video')).toMatchObject({ width: 640, height: 360 });
      expect(streams.some(({ codec_type: type }) => type === 'audio')).toBe(true);
      expect(await frameTimes(file)).toHaveLength((await frameTimes(clip)).length);
      expect(await countChanged(file, 60)).toBeGreaterThan(3000);
      expect(await countChanged(file, 0)).toBeLessThan(200);
    }
  });
});

/** Returns the number of pixels of a frame that differ clearly from the source. */
async function countChanged(file: string, index: number): Promise<number> {
  const options = { width: 640, height: 360, pixels: 'gray', filter: `select=eq(n\\,${index})` } as const;
  const [[one], [other]] = await Promise.all([decodeFrames(file, options), decodeFrames(clip, options)]);
  const pixels = one ?? new Uint8Array();
  return pixels.filter((value, at) => Math.abs(value - (other?.[at] ?? 0)) > 30).length;
}

test('follows the top of the person without a face model, and can be behind them', async () => {
  const window = { startSeconds: 0, endSeconds: 1 };
  const body = { material, title: 'Behind', target: 'face', isBehindSubject: true, autoApprove: true, window };
  const made = await run(body);
  expect(made.error).toBeUndefined();
  expect(made.status).toBe('completed');
  expect(made.warnings.join(' ')).toContain('YuNet');
  const roles = (await getDocument(made)).tracks.map(({ items }) => items[0]?.role);
  expect([roles.at(0), roles.at(-1)]).toEqual(['source', 'cut-out']);
});
