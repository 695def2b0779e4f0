import * as z from 'zod';
import { expect, it } from './test-api.ts';
import { getData, toForm, type Client } from './client.ts';

/** The nine endpoints of the contract, copied from the contract and not from the registry of the product. */
const recipeIds = [
  'message-bubbles',
  'remove-background',
  'tighten',
  'launch-cut',
  'tracked-title-card',
  'text-behind',
];

const template = z.strictObject({
  id: z.enum(recipeIds),
  name: z.string().min(1),
  summary: z.string().min(1),
  priceCredits: z.number().positive(),
  etaSeconds: z.number().positive(),
  hasReviewGate: z.boolean(),
});

const blocker = z.strictObject({
  code: z.enum(['INSUFFICIENT_CREDITS', 'IN_FLIGHT', 'SCOPE_DENIED', 'RECIPE_NOT_ALLOWED', 'SPEND_CAP_REACHED']),
  message: z.string().min(1),
});

const estimate = z.strictObject({
  recipeId: z.string(),
  credits: z.number(),
  etaSeconds: z.number().positive(),
  creditsRemaining: z.number(),
  watermarked: z.boolean(),
  blockers: z.array(blocker),
});

/** An object may have extensions in addition to its fields. */
const syncRunResult = z.looseObject({
  status: z.literal('completed'),
  processedVideoUrl: z.url(),
  canvasId: z.string().min(1),
  editorPath: z.string().regex(/\/workspace\/canvas\/editor\/[^/]+$/),
  credits: z.number(),
  creditsCharged: z.boolean(),
  cached: z.boolean(),
  envelopeId: z.string().min(1),
});

const completedJob = z.looseObject({
  id: z.string().min(1),
  recipeId: z.literal('remove-background'),
  status: z.literal('completed'),
  progress: z.literal(1),
  finalUrl: z.url(),
  canvasId: z.string().min(1),
  canvasUrl: z.url(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function shapes(client: () => Client): void {
  const get = async (path: string): Promise<unknown> => {
    const reply = await client().call('GET', path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('application/json');
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    return getData(reply);
  };

  it('1 lists the catalog', async () => {
    const templates = z.array(template).parse(await get('/v1/recipes'));
    expect(templates.map(({ id }) => id).toSorted()).toEqual(recipeIds.toSorted());
  });

  it('2 estimates every recipe without a charge', async () => {
    for (const id of recipeIds) {
      const found = estimate.parse(await get(`/v1/estimate?recipeId=${id}`));
      expect(found).toMatchObject({ recipeId: id, creditsRemaining: 500, watermarked: false });
      expect(found.blockers).toEqual([]);
    }
    expect(await client().balance()).toBe(500);
  });

  it('3, 4 and 5: creates a ticket, reads it, fills it and reads it again', async () => {
    const minted = await client().call('POST', '/v1/uploads', { body: { purpose: 'a test' } });
    const { ticket } = z
      .strictObject({ ticket: z.string().min(22), uploadUrl: z.url(), expiresInSec: z.literal(1800) })
      .parse(getData(minted));
    expect(getData<{ uploadUrl: string }>(minted).uploadUrl).toBe(`${client().target.baseUrl}upload/${ticket}`);
    expect(await get(`/v1/uploads/${ticket}`)).toEqual({ status: 'pending' });
    const { video } = client().target.fixtures;
    const filled = getData(await client().fill(ticket, toForm(video, 'clip.mp4')));
    const { material } = z
      .strictObject({ material: z.string(), bytes: z.literal(video.byteLength), status: z.literal('uploaded') })
      .parse(filled);
    expect(await get(`/v1/uploads/${ticket}`)).toEqual({ status: 'uploaded', material });
  });

  it('6, 7 and 8: answers a run with its result, and returns its job', async () => {
    const reply = await client().run(client().freshInput(await client().upload()));
    const result = syncRunResult.parse(getData(reply));
    expect(result).toMatchObject({ credits: 10, creditsCharged: true, cached: false });
    const job = completedJob.parse(await get(`/v1/jobs/${result.envelopeId}`));
    expect(job).toMatchObject({ finalUrl: result.processedVideoUrl, canvasId: result.canvasId });
    expect(new URL(job.canvasUrl).pathname).toBe(result.editorPath);
    const jobs = z.array(z.looseObject({ id: z.string() })).parse(await get('/v1/jobs'));
    // An extension: lists omit the events of each job.
    const { log: _, ...listed }: Record<string, unknown> = job;
    expect(jobs[0]).toEqual(listed);
    const canvas = z
      .looseObject({
        id: z.string(),
        revision: z.number(),
        document: z.looseObject({}),
        assets: z.record(z.string(), z.unknown()),
      })
      .parse(await get(`/v1/canvases/${result.canvasId}`));
    expect(canvas.id).toBe(result.canvasId);
    expect(Object.keys(canvas.assets).length).toBeGreaterThan(0);
  });

  it('9 returns the caller', async () => {
    const me = z
      .strictObject({
        projectName: z.string().min(1),
        plan: z.string(),
        creditsRemaining: z.number(),
        scopes: z.array(z.string()),
      })
      .parse(await get('/v1/me'));
    expect(me).toMatchObject({ plan: 'local', creditsRemaining: 500 });
    expect(me.scopes).toEqual(expect.arrayContaining(['runs:write', 'uploads:write', 'jobs:read']));
  });
}
