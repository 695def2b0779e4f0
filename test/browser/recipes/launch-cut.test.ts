import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDocument } from '#core/timeline/check.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { LaunchProposal } from '#recipes/launch-cut/proposal.ts';
import { toWav } from '#test/fixtures/sample/wav.ts';
import { damageTable } from '#test/support/damage.ts';
import { loudnessOfFile, probe } from '#test/support/native.ts';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { drums } from '#test/support/sounds.ts';

const root = join(import.meta.dirname, '../../..');
/** Fifteen seconds in six shots, without audio. */
const reel = join(root, 'public/sample/reel.mp4');
const logo = join(root, 'public/icons/icon-512.png');
/** Small and with few frames: the benchmark measures the quality of a film. */
const small = { targetSeconds: 15, height: 240, frameRate: 12 } as const;

let product: Product;
let folder: string;
let material: string;
let picture: string;

const start = async (body: object) => product.api<JobView>('POST', '/v1/run/launch-cut', { ...small, ...body });
const review = (id: string, body: object) => product.api<JobView>('POST', `/v1/jobs/${id}/review`, body);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recipe's own proposal, as its schema says
const getProposal = (job: JobView): LaunchProposal => job.proposal as LaunchProposal;

/** Waits until a job waits for review, or has ended. */
async function settled({ id }: Pick<JobView, 'id'>): Promise<JobView> {
  for (;;) {
    const job = await product.job(id);
    if (!['queued', 'running'].includes(job.status)) {
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-launch-cut-'));
  product = await shareProduct();
  material = await product.upload(reel);
  picture = await product.upload(logo);
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a launch cut', () => {
  /** Creates a launch cut and records each step: its proposal, a refused edit, another proposal, and the result. */
  const createCut = once(async () => {
    const endCard = { text: 'offcut.app', logoMaterial: picture };
    const body = { materials: [material, picture], title: 'One take', points: ['Fast', 'Private'], endCard };
    const answer = await start(body);
    const job = await settled(getData(answer.body));
    const preview = await fetch(new URL(job.previews?.[0]?.url ?? '', product.baseUrl), {
      headers: product.authorized,
    });
    const invalid = structuredClone(getProposal(job));
    const [first] = invalid.slots;
    if (first) {
      first.shot = { ...first.shot, material, startSeconds: 14.9, endSeconds: 16.5 };
    }
    const refusal = await review(job.id, { decision: 'approve', proposal: invalid });
    const afterRefusal = await product.job(job.id);

    const proposal = structuredClone(getProposal(job));
    const slot = proposal.slots[1];
    const [alternate] = slot?.alternates ?? [];
    if (slot && alternate) {
      slot.shot = alternate;
      slot.isLocked = true;
    }
    getData((await review(job.id, { decision: 'regenerate', proposal, parameters: { seed: 7 } })).body);
    const next = await settled(job);

    const edited = structuredClone(getProposal(next));
    const [hook] = edited.slots;
    if (hook) {
      hook.text = 'Hello';
    }
    getData((await review(job.id, { decision: 'approve', proposal: edited })).body);
    return { answer, job, preview, refusal, afterRefusal, alternate, next, result: await settled(job) };
  });

  test('is proposed as a shot map on the beats, with an image of every slot', async () => {
    const { answer, job, preview } = await createCut();
    expect(answer.status).toBe(202);
    expect(job.error).toBeUndefined();
    expect(job.status).toBe('awaiting_review');
    const { slots, beats, dropSeconds, music } = getProposal(job);
    expect(music).toBe('made');
    expect(slots.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['hook', 'tease', 'reveal', 'feature', 'end']),
    );
    expect(slots.find(({ role }) => role === 'reveal')?.startSeconds).toBeCloseTo(dropSeconds, 3);
    slots.forEach(({ startSeconds, alternates }) => {
      expect(Math.min(...beats.map((beat) => Math.abs(beat - startSeconds)))).toBeLessThan(1e-3);
      expect(alternates.length).toBeGreaterThan(0);
    });
    expect(job.previews).toHaveLength(slots.length);
    expect(preview.headers.get('content-type')).toBe('image/png');
  });

  test('keeps waiting if a shot is moved outside its take, and reports the field', async () => {
    const { refusal, afterRefusal } = await createCut();
    expect(refusal.status).toBe(400);
    expect(refusal.body).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      details: [{ path: 'proposal.slots.0.shot.startSeconds' }],
    });
    expect(afterRefusal.status).toBe('awaiting_review');
  });

  test('keeps locked shots in another proposal', async () => {
    const { alternate, next } = await createCut();
    expect(next.status).toBe('awaiting_review');
    const kept = getProposal(next).slots.filter(({ isLocked }) => isLocked);
    expect(kept).toMatchObject([{ shot: { startSeconds: alternate?.startSeconds } }]);
  });

  test('is created as approved: its duration, its loudness, a canvas of editable items', async () => {
    const { result: job } = await createCut();
    expect(job.error).toBeUndefined();
    expect(job.status).toBe('completed');
    expect(job.warnings).toEqual([]);
    const file = join(folder, 'film.mp4');
    const response = await fetch(new URL(job.finalUrl ?? '', product.baseUrl), { headers: product.authorized });
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const { streams, format } = await probe(file);
    expect(Math.abs(Number(format.duration) - 15)).toBeLessThan(0.3);
    expect(streams.find((one) => one.codec_type === 'video')).toMatchObject({ width: 426, height: 240 });
    expect(streams.find((one) => one.codec_type === 'audio')).toMatchObject({ channels: 2 });
    const { integratedLufs, truePeakDb } = await loudnessOfFile(file);
    expect(Math.abs(integratedLufs + 14)).toBeLessThan(0.5);
    expect(truePeakDb).toBeLessThan(-1);
    const answer = await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${job.canvasId}`);
    const { document } = getData(answer.body);
    expect(checkDocument(document)).toEqual([]);
    const texts = document.tracks
      .flatMap(({ items }) => items)
      .flatMap((item) => (item.type === 'text' ? [item.text] : []));
    expect(texts).toEqual(['Hello', 'One take', 'Fast', 'Private', 'offcut.app']);
  });
});

describe('a launch cut with drums alone', () => {
  test('has the loudness of streaming services, because its peaks are limited', async () => {
    await writeFile(join(folder, 'drums.wav'), toWav(drums(20).left.map((sample) => 0.6 * sample)));
    const music = await product.upload(join(folder, 'drums.wav'));
    let job = await settled(getData((await start({ material, music })).body));
    expect(job).toMatchObject({ status: 'awaiting_review', warnings: [] });
    getData((await review(job.id, { decision: 'approve', proposal: getProposal(job) })).body);
    job = await settled(job);
    expect(job).toMatchObject({ status: 'completed', warnings: [] });
    const file = join(folder, 'drums.mp4');
    const response = await fetch(new URL(job.finalUrl ?? '', product.baseUrl), { headers: product.authorized });
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const { integratedLufs, truePeakDb } = await loudnessOfFile(file);
    expect(Math.abs(integratedLufs + 14)).toBeLessThan(0.5);
    // They are below -1.5 dB before the encoder, which raises the peaks of drums by more than those of most music.
    expect(truePeakDb).toBeLessThan(-0.5);
  });
});

describe('a launch cut is refused', () => {
  test('without takes, with both kinds of them, and with the path of the error', async () => {
    const many = Array.from({ length: 21 }, () => material);
    for (const body of [{}, { material, materials: [material] }, { materials: many }]) {
      const { status, body: refused } = await start(body);
      expect(status).toBe(400);
      expect(refused).toMatchObject({ errorCode: 'VALIDATION_FAILED', details: [{ path: 'materials' }] });
    }
  });

  test('if there is too little video, with the number of missing seconds', async () => {
    const short = await product.upload(join(root, 'test/fixtures/sample/short.mp4'));
    const job = await settled(getData((await start({ material: short })).body));
    expect(job.status).toBe('failed');
    expect(job.error).toMatchObject({
      errorCode: 'NOT_ENOUGH_MATERIAL',
      message: expect.stringMatching(/\d s are missing/),
    });
  });

  test('if one of its files is damaged, with the name of the file', async () => {
    const file = join(folder, 'damaged.mp4');
    await writeFile(file, damageTable(await readFile(reel), 'stsc', 4, 2 ** 32 - 1));
    const damaged = await product.upload(file);
    const asTake = await settled(getData((await start({ materials: [material, damaged] })).body));
    const asMusic = await settled(getData((await start({ material, music: damaged })).body));
    for (const { error } of [asTake, asMusic]) {
      const message = expect.stringMatching(/^"damaged\.mp4": /);
      expect(error).toMatchObject({ errorCode: 'UNSUPPORTED_MEDIA', message });
    }
  });

  test('if the music is silent', async () => {
    const job = await settled(getData((await start({ material, music: material })).body));
    expect(job.error).toMatchObject({
      errorCode: 'NO_AUDIO',
      message: expect.stringContaining('reel.mp4", is silent'),
    });
  });
});
