import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { forgetJobs, isAgain } from '#test/support/again.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

type Line = { kind: string; credits: number; envelopeId: string | null };
type Fields = Readonly<Record<string, unknown>>;

/** The input of a recipe; each number creates a different run. */
type Way = {
  readonly recipeId: string;
  readonly body: (number: number) => Fields;
  /** The fields of another run, with which a second proposal is requested. */
  readonly parameters: Fields;
  /** Returns a proposal with the changes of a user. */
  readonly edit: (proposal: Fields) => Fields;
};

const sample = (name: string): string => join(import.meta.dirname, '../../../public/sample', name);
const window = { startSeconds: 0, endSeconds: 1 };

let product: Product;
const materials: Record<string, string> = {};

beforeAll(async () => {
  product = await shareProduct();
  for (const name of ['talk.mp4', 'presenter.mp4', 'reel.mp4']) {
    materials[name] = await product.upload(sample(name));
  }
});
afterAll(() => product.close());

beforeEach((context) => (isAgain(context) ? forgetJobs(product) : undefined));

const ways: readonly Way[] = [
  {
    recipeId: 'tighten',
    body: (number) => ({ material: materials['talk.mp4'], paddingSeconds: 0.1 + number / 1000 }),
    parameters: { joins: 'dissolve' },
    edit: (proposal) => ({ ...proposal, cuts: getList(proposal['cuts']).map(refuseFirst) }),
  },
  {
    recipeId: 'message-bubbles',
    body: (number) => ({
      messages: [{ from: 'them', text: `Hello ${number}` }],
      aspect: '1:1',
      height: 240,
      frameRate: 12,
    }),
    parameters: { style: 'green' },
    edit: (proposal) => ({
      ...proposal,
      messages: getList(proposal['messages']).map((one) => ({ ...one, text: 'Edited' })),
    }),
  },
  {
    recipeId: 'text-behind',
    body: (number) => ({ material: materials['presenter.mp4'], text: `N${number}`, quality: 'fast', window }),
    parameters: { case: 'lower' },
    edit: (proposal) => ({ ...proposal, fill: '#ff2200' }),
  },
  {
    recipeId: 'tracked-title-card',
    body: (number) => ({ material: materials['presenter.mp4'], title: `Number ${number}`, window }),
    parameters: { smoothing: 20 },
    edit: (proposal) => ({ ...proposal, placement: 'below' }),
  },
  {
    recipeId: 'launch-cut',
    body: (number) => ({
      materials: [materials['reel.mp4']],
      title: `N${number}`,
      targetSeconds: 15,
      height: 240,
      frameRate: 12,
    }),
    parameters: { seed: 7 },
    edit: (proposal) => ({ ...proposal, slots: getList(proposal['slots']).map(nameLast) }),
  },
];

test.each(ways)(
  '$recipeId: charges the right price for every decision and loses nothing in a power cut',
  { tags: ['long'] },
  async ({ recipeId, body, parameters, edit }) => {
    const start = async (number: number, more: Fields = {}): Promise<JobView> =>
      getData((await product.api<JobView>('POST', `/v1/run/${recipeId}`, { ...body(number), ...more })).body);
    const propose = async (number: number): Promise<JobView> => settle(await start(number), 'awaiting_review');
    const review = async ({ id }: JobView, decision: Fields): Promise<number> =>
      (await product.api('POST', `/v1/jobs/${id}/review`, decision)).status;

    const stopped = await start(1);
    expect((await product.api('POST', `/v1/jobs/${stopped.id}/cancel`)).status).toBe(200);
    await settle(stopped, 'canceled');
    expect(await booked(stopped)).toEqual(['reserve', 'release']);

    // The same call repeats the run that was stopped.
    const canceled = await propose(1);
    expect(canceled.id).not.toBe(stopped.id);
    expect(await booked(canceled)).toEqual(['reserve']);
    await product.api('POST', `/v1/jobs/${canceled.id}/cancel`);
    await settle(canceled, 'canceled');
    expect(await booked(canceled)).toEqual(['reserve', 'release']);
    expect(await review(canceled, { decision: 'approve' })).toBe(409);

    const rejected = await propose(2);
    expect(await review(rejected, { decision: 'reject' })).toBe(200);
    await settle(rejected, 'canceled');
    expect(await booked(rejected)).toEqual(['reserve', 'release']);

    const first = await propose(3);
    expect(first.previews?.length).toBeGreaterThan(0);
    expect(await review(first, { decision: 'regenerate', parameters })).toBe(200);
    await expect.poll(async () => (await product.job(first.id)).input).toMatchObject(parameters);
    const second = await settle(first, 'awaiting_review');
    expect(await booked(first)).toEqual(['reserve']);
    await product.crash();
    const kept = await product.job(first.id);
    expect([kept.status, kept.proposal]).toEqual(['awaiting_review', second.proposal]);
    expect((await fetch(kept.previews?.[0]?.url ?? '')).status).toBe(200);
    expect(await review(kept, { decision: 'approve', proposal: edit(getFields(kept.proposal)) })).toBe(200);
    await product.crash();
    const made = await settle(first, 'completed');
    expect(await booked(first)).toEqual(['reserve', 'charge']);
    expect((await fetch(made.finalUrl ?? '')).status).toBe(200);
    expect((await product.api('GET', `/v1/canvases/${made.canvasId ?? ''}`)).status).toBe(200);

    const unseen = await settle(await start(4, { autoApprove: true }), 'completed');
    expect(unseen.log?.map(({ status }) => status)).not.toContain('awaiting_review');
    expect(await booked(unseen)).toEqual(['reserve', 'charge']);
  },
);

/** Returns the job as soon as it has this status. Throws if it ends in another status. */
async function settle({ id }: JobView, status: JobView['status']): Promise<JobView> {
  await expect.poll(async () => (await product.job(id)).status, { timeout: 120_000 }).not.toMatch(/queued|running/);
  const job = await product.job(id);
  expect(job.status, job.error?.message).toBe(status);
  return job;
}

/** Returns the ledger entries of a job, in order. */
async function booked({ id }: JobView): Promise<string[]> {
  const lines = getData((await product.api<Line[]>('GET', '/v1/ledger?limit=200')).body);
  return lines
    .filter(({ envelopeId }) => envelopeId === id)
    .map(({ kind }) => kind)
    .toReversed();
}

const getFields = (value: unknown): Fields => value as Fields;
const getList = (value: unknown): Fields[] => value as Fields[];

const refuseFirst = (cut: Fields, index: number): Fields => ({ ...cut, isAccepted: index !== 0 });

const nameLast = (slot: Fields, index: number, all: readonly Fields[]): Fields =>
  index === all.length - 1 ? { ...slot, text: 'Edited' } : slot;
