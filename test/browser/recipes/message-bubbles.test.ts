import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { decodeFrames, decodeSound, frameTimes, hasNativeTools, probe } from '#test/support/native.ts';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

type Message = { from: string; text: string; atSeconds: number; typingSeconds: number; readSeconds: number };
type Proposal = { messages: Message[]; durationSeconds: number };
type Item = { id: string; type: string; role?: string; startSeconds: number; messages?: { text: string }[] };
type Canvas = { document: { background: object; tracks: { items: Item[] }[] } };
type Refusal = { errorCode: string; message: string; details: { path: string }[] };

/** 4 s of 640x360 with audio. */
const clip = resolve(import.meta.dirname, '../../../public/sample/presenter.mp4');
const native = hasNativeTools();

let product: Product;
let material: string;
let folder: string;

beforeAll(async () => {
  product = await shareProduct();
  material = await product.upload(clip);
  folder = await mkdtemp(join(tmpdir(), 'offcut-bubbles-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await product.close();
});

const script = [
  { from: 'them', text: 'Did you see it?' },
  { from: 'me', text: 'Just now', receipt: 'read' },
];

const start = (body: object) => product.api<JobView>('POST', '/v1/run/message-bubbles', body);
const review = ({ id }: JobView, body: object) => product.api<JobView>('POST', `/v1/jobs/${id}/review`, body);
const getProposal = ({ proposal }: JobView): Proposal => proposal as Proposal;

/** Returns the job once it waits or has ended. */
async function settled({ id }: JobView): Promise<JobView> {
  await expect.poll(async () => (await product.job(id)).status, { timeout: 90_000 }).not.toMatch(/queued|running/);
  return product.job(id);
}

const proposed = async (body: object): Promise<JobView> => {
  const job = await settled(getData((await start(body)).body));
  expect(job.error).toBeUndefined();
  expect(job.status).toBe('awaiting_review');
  return job;
};

async function approved(job: JobView, proposal?: Proposal): Promise<JobView> {
  getData((await review(job, { decision: 'approve', ...(proposal && { proposal }) })).body);
  const made = await settled(job);
  expect(made.error).toBeUndefined();
  return made;
}

const getDocument = async ({ canvasId }: JobView): Promise<Canvas['document']> =>
  getData((await product.api<Canvas>('GET', `/v1/canvases/${canvasId}`)).body).document;

async function save({ id, finalUrl = '' }: JobView): Promise<string> {
  const file = join(folder, `${id}.${finalUrl.split('.').at(-1)}`);
  await writeFile(file, await fetchBytes(finalUrl));
  return file;
}

const fetchBytes = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

const getRefusal = ({ body }: Awaited<ReturnType<typeof start>>): Refusal => body as unknown as Refusal;

test('refuses invalid input before a job exists, each with its path', async () => {
  const gone = { material: 'mat_gone' };
  const nothing = await start({ ...gone, messages: [] });
  expect([nothing.status, getRefusal(nothing).details[0]?.path]).toEqual([400, 'messages']);
  const many = await start({ ...gone, messages: Array.from({ length: 201 }, () => script[0]) });
  expect([many.status, getRefusal(many).details[0]?.path]).toEqual([400, 'messages']);
  expect((await start({ ...gone, messages: script })).status).toBe(404);
  const mixed = await start({ messages: script.map((message) => ({ ...message, atSeconds: 1 })) });
  expect([mixed.status, getRefusal(mixed).details[0]?.path]).toEqual([400, 'messages.1.atSeconds']);
  const behind = await start({ messages: script, layout: 'behind' });
  expect([behind.status, getRefusal(behind).details[0]?.path]).toEqual([400, 'layout']);
  const video = await start({ messages: [{ from: 'me', imageMaterial: material }] });
  expect([video.status, getRefusal(video).details[0]?.path]).toEqual([415, 'messages.0.imageMaterial']);
});

test('ends the job without a charge if a given time is after the end of the clip, and names the field', async () => {
  const credits = await product.credits();
  const late = [...script, { from: 'me', text: 'Too late', atSeconds: 4.5 }];
  const job = await settled(getData((await start({ material, messages: late })).body));
  expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'VALIDATION_FAILED' } });
  expect(job.error?.message).toContain('messages.2.atSeconds: must be before the end of the clip, which lasts 4 s');
  expect(await product.credits()).toBe(credits);
});

test('charges nothing for a rejected proposal', async () => {
  const credits = await product.credits();
  const job = await proposed({ material, messages: script, style: 'dark' });
  expect(await product.credits()).toBe(credits - 8);
  getData((await review(job, { decision: 'reject' })).body);
  expect((await product.job(job.id)).status).toBe('canceled');
  expect(await product.credits()).toBe(credits);
});

describe('a proposal', () => {
  /** Creates a video and records each step: its proposal, a refused edit, another proposal, and the result. */
  const createVideo = once(async () => {
    const job = await proposed({ material, messages: script });
    const pictures = await Promise.all((job.previews ?? []).map(({ url }) => fetchBytes(url)));
    const { messages, ...others } = getProposal(job);
    const late = messages.map((message, index) => (index === 1 ? { ...message, atSeconds: 4 } : message));
    const refusal = await review(job, { decision: 'approve', proposal: { ...others, messages: late } });
    const afterRefusal = await product.job(job.id);

    const edited = messages.map((message, index) =>
      index === 0 ? { ...message, text: 'Have you seen it yet?' } : message,
    );
    const proposal = { ...others, messages: edited };
    getData((await review(job, { decision: 'regenerate', proposal, parameters: { sounds: true } })).body);
    const next = await settled(job);

    const moved = getProposal(next).messages.map((message, index) =>
      index === 1 ? { ...message, atSeconds: 3 } : message,
    );
    const result = await approved(next, { ...getProposal(next), messages: moved });
    return { job, pictures, refusal, afterRefusal, next, result };
  });

  test('has every time, and images of messages at rest', async () => {
    const { job, pictures } = await createVideo();
    const { messages, durationSeconds } = getProposal(job);
    expect(durationSeconds).toBeCloseTo(4, 2);
    expect(messages).toMatchObject([
      { text: 'Did you see it?', atSeconds: 1, typingSeconds: 0.6, readSeconds: 1.2 },
      { text: 'Just now', atSeconds: 2.2, typingSeconds: 0, readSeconds: 1.2 },
    ]);
    expect(job.previews?.map(({ atSeconds }) => atSeconds)).toEqual([2, 3.2]);
    // A PNG stores its width there.
    expect(pictures.map((picture) => picture.readUInt32BE(16))).toEqual([640, 640]);
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
  });

  test('keeps waiting if an edit is refused', async () => {
    const { refusal, afterRefusal } = await createVideo();
    expect([refusal.status, getRefusal(refusal).details[0]?.path]).toEqual([400, 'proposal.messages.1.atSeconds']);
    expect(afterRefusal.status).toBe('awaiting_review');
  });

  test('is regenerated with other parameters, and keeps the edits', async () => {
    const { next } = await createVideo();
    const [first, second] = getProposal(next).messages;
    expect([first?.text, first?.atSeconds, first?.readSeconds]).toEqual(['Have you seen it yet?', 1, 1.3043]);
    expect(second?.atSeconds).toBeCloseTo(2.3043, 4);
  });

  test('is approved with an edit: the unchanged clip, bubbles from the set times, and their audio', async () => {
    const { result } = await createVideo();
    const { tracks } = await getDocument(result);
    const items = tracks.map((track) => track.items.map(({ id }) => id));
    expect(items).toEqual([['source'], ['bubbles'], ['pop-1', 'pop-2'], ['typing-1']]);
    expect(tracks[1]?.items[0]?.messages).toMatchObject([{ text: 'Have you seen it yet?' }, { atSeconds: 3 }]);
    expect(tracks[2]?.items[1]?.startSeconds).toBe(3);
  });

  test.skipIf(!native)('becomes a video of the same frames, without a bubble before the first dots', async () => {
    const { result } = await createVideo();
    const file = await save(result);
    const made = await probe(file);
    expect(made.streams.map(({ codec_type: type, width, height }) => [type, width, height])).toEqual([
      ['video', 640, 360],
      ['audio', undefined, undefined],
    ]);
    const [times, own] = [await frameTimes(file), await frameTimes(clip)];
    expect(times.length).toBe(own.length);
    const size = { width: 160, height: 90, pixels: 'gray' } as const;
    const [ours, theirs] = [await decodeFrames(file, size), await decodeFrames(clip, size)];
    const changed = ours.map(
      (frame, at) => frame.filter((luma, pixel) => Math.abs(luma - (theirs[at]?.[pixel] ?? 0)) > 40).length,
    );
    // The dots appear 0.6 s before the first message, at 1 s.
    expect(Math.max(...changed.slice(0, 12))).toBe(0);
    expect(changed[20]).toBeGreaterThan(10);
    expect(changed[75]).toBeGreaterThan((changed[20] ?? 0) * 2);
    expect(changed[110]).toBeGreaterThan(changed[75] ?? 0);
  });
});

const alone = {
  messages: [
    { from: 'them', text: 'Nobody else is here', atSeconds: 1, typingSeconds: 0.5 },
    { from: 'me', text: 'True', atSeconds: 2 },
  ],
  height: 240,
  autoApprove: true,
};

/** Returns the first time after `from` at which the audio is louder than this. */
const onsetAfter = (sound: Int16Array, rate: number, from: number, level: number): number =>
  sound.findIndex((sample, at) => at >= from * rate && Math.abs(sample) > level) / rate;

test.skipIf(!native)(
  'creates a chat alone with alpha, its own size and frame rate, and audio at the right times',
  async () => {
    const body = { ...alone, outputFormat: 'webm', aspect: '1:1', frameRate: 24, sounds: true };
    const job = await settled(getData((await start(body)).body));
    expect(job.error).toBeUndefined();
    const file = await save(job);
    const { streams, format } = await probe(file);
    expect(streams[0]).toMatchObject({ width: 240, height: 240, r_frame_rate: '24/1' });
    expect(Number(format.duration)).toBeCloseTo(4.2, 1);
    const frames = await decodeFrames(file, { width: 240, height: 240, pixels: 'rgba', decoder: 'libvpx-vp9' });
    const getAlpha = (at: number): number[] => [...(frames[at] ?? [])].filter((_, index) => index % 4 === 3);
    expect(Math.max(...getAlpha(11))).toBe(0);
    const rest = getAlpha(90);
    expect([rest[0], Math.max(...rest)]).toEqual([0, 255]);
    const rate = 8000;
    const sound = await decodeSound(file, rate, 5);
    expect(onsetAfter(sound, rate, 0, 300)).toBeCloseTo(0.54, 1);
    expect(onsetAfter(sound, rate, 0.95, 2500)).toBeCloseTo(1, 1);
    expect(onsetAfter(sound, rate, 1.75, 2500)).toBeCloseTo(2, 1);
  },
);

test.skipIf(!native)('shows a colour behind it in MP4', async () => {
  const job = await settled(getData((await start({ ...alone, background: '#204060' })).body));
  const file = await save(job);
  expect((await probe(file)).streams[0]).toMatchObject({ width: 426, height: 240, r_frame_rate: '30/1' });
  const [first] = await decodeFrames(file, { width: 426, height: 240, pixels: 'rgb24' });
  [0x20, 0x40, 0x60].forEach((level, at) => expect(Math.abs((first?.[at] ?? 0) - level)).toBeLessThan(6));
  expect((await getDocument(job)).background).toEqual({ type: 'color', color: '#204060' });
});

test('ends with NO_SUBJECT without a charge if there is no person to be behind', { tags: ['long'] }, async () => {
  const credits = await product.credits();
  const empty = await product.upload(resolve(import.meta.dirname, '../../fixtures/sample/empty.mp4'));
  const job = await settled(getData((await start({ material: empty, messages: script, layout: 'behind' })).body));
  expect(job).toMatchObject({ status: 'failed', error: { errorCode: 'NO_SUBJECT' }, creditsCharged: false });
  expect(await product.credits()).toBe(credits);
});

test('shows the cutout of the subject on top', { tags: ['long'] }, async () => {
  const short = await product.upload(resolve(import.meta.dirname, '../../fixtures/sample/short.mp4'));
  const body = { material: short, messages: script, layout: 'behind', autoApprove: true };
  const job = await settled(getData((await start(body)).body));
  expect(job.error).toBeUndefined();
  const { tracks } = await getDocument(job);
  expect(tracks.flatMap(({ items }) => items.map(({ role }) => role))).toEqual(['source', 'bubbles', 'cut-out']);
  expect(job.models.length).toBeGreaterThan(0);
});
