import { expect, it } from './test-api.ts';
import { getData, expectFailure, read, until, type Client, type Reply } from './client.ts';

type Result = {
  envelopeId: string;
  cached: boolean;
  creditsCharged: boolean;
  processedVideoUrl: string;
  watermarked: boolean;
};
type Job = { id: string; status: string; finalUrl?: string; creditsCharged: boolean; error?: { errorCode: string } };

/** The price, the result and the refusals of a run, for any duration. */
export function runs(client: () => Client): void {
  const job = async (id: string): Promise<Job> => getData(await client().call('GET', `/v1/jobs/${id}`));
  const start = async (input: object): Promise<Reply> => client().run(input, { headers: { Prefer: 'respond-async' } });

  it('charges a run once, and repeats its response without a charge', async () => {
    const input = client().freshInput(await client().upload());
    const first = getData<Result>(await client().run(input));
    expect(first).toMatchObject({ cached: false, creditsCharged: true });
    expect(await client().balance()).toBe(490);
    const second = getData<Result>(await client().run({ ...input, quality: 'best', edge: {} }));
    expect(second).toEqual({ ...first, cached: true, creditsCharged: false });
    expect(await client().balance()).toBe(490);
    const video = await client().target.fetch(first.processedVideoUrl);
    expect(video.headers.get('Content-Type')).toBe('video/webm');
    expect((await video.arrayBuffer()).byteLength).toBe(Number(video.headers.get('Content-Length')));
  });

  it('creates one job for twenty identical calls, and charges one of them', async () => {
    const input = client().freshInput(await client().upload());
    const replies = await Promise.all(Array.from({ length: 20 }, () => client().run(input)));
    const results = replies.map((reply) => getData<Result>(reply));
    expect(new Set(results.map((one) => one.envelopeId)).size).toBe(1);
    expect(results.filter((one) => one.creditsCharged)).toHaveLength(1);
    expect(await client().balance()).toBe(490);
  });

  it('answers 202 with the job to a client that does not wait', async () => {
    const input = client().freshInput(await client().upload());
    const reply = await start(input);
    expect(reply.status).toBe(202);
    expect(reply.headers.get('Preference-Applied')).toBe('respond-async');
    const { id } = getData<Job>(reply);
    expect(reply.headers.get('Location')).toMatch(new RegExp(`/v1/jobs/${id}$`));
    const done = await until(async () => {
      const now = await job(id);
      return now.status === 'completed' && now;
    });
    expect(done).toMatchObject({ creditsCharged: true, finalUrl: expect.any(String) as string });
    expect((await start(input)).status).toBe(200);
  });

  it('deletes an ended job with its result and its canvas, and repeats the run', async () => {
    const input = client().freshInput(await client().upload());
    type Made = { envelopeId: string; canvasId: string; processedVideoUrl: string };
    const first = getData<Made>(await client().run(input));
    const path = `/v1/jobs/${first.envelopeId}`;
    expect(getData(await client().call('DELETE', path))).toEqual({ id: first.envelopeId, deleted: true });
    expectFailure(await client().call('GET', path), 404, 'JOB_NOT_FOUND');
    expectFailure(await client().call('DELETE', path), 404, 'JOB_NOT_FOUND');
    expectFailure(await client().call('GET', `/v1/canvases/${first.canvasId}`), 404, 'CANVAS_NOT_FOUND');
    expect((await client().target.fetch(first.processedVideoUrl)).status).toBe(404);
    const again = getData<Made & { cached: boolean }>(await client().run(input));
    expect([again.cached, again.envelopeId === first.envelopeId]).toEqual([false, false]);
  });

  it('cancels a run and returns its credits', async () => {
    // The whole clip, so that the run is still active when it is canceled.
    const input = client().freshInput(await client().upload(), { trim: undefined });
    client().target.script?.setRunMs(60_000);
    const { id } = getData<Job>(await start(input));
    expect(await client().balance()).toBe(490);
    expectFailure(await client().call('DELETE', `/v1/jobs/${id}`), 409, 'IN_FLIGHT');
    getData(await client().call('POST', `/v1/jobs/${id}/cancel`));
    const ended = await until(async () => {
      const now = await job(id);
      return now.status === 'canceled' && now;
    });
    expect(ended).toMatchObject({ creditsCharged: false, error: { errorCode: 'CANCELED' } });
    expect(await client().balance()).toBe(500);
    expectFailure(await client().call('POST', `/v1/jobs/${id}/cancel`), 409, 'NOT_CANCELABLE');
    const review = await client().call('POST', `/v1/jobs/${id}/review`, { body: { decision: 'approve' } });
    expectFailure(review, 409, 'NOT_REVIEWABLE');
    client().target.script?.setRunMs(20);
    const again = getData<Result>(await client().run(input));
    expect(again).toMatchObject({ cached: false, creditsCharged: true });
    expect(again.envelopeId).not.toBe(id);
  });

  it('refuses before it starts a run that the balance, the key or the catalog does not allow', async () => {
    const input = client().freshInput(await client().upload());
    const blockers = async (key?: string): Promise<string[]> => {
      const reply = await client().call('GET', '/v1/estimate?recipeId=remove-background', key ? { key } : {});
      return getData<{ blockers: { code: string }[] }>(reply).blockers.map(({ code }) => code);
    };
    await client().sandbox('PUT', '/credits', { credits: 9 });
    expectFailure(await client().run(input), 402, 'INSUFFICIENT_CREDITS');
    expect(await blockers()).toEqual(['INSUFFICIENT_CREDITS']);
    await client().sandbox('PUT', '/credits', { credits: 500 });

    const capped = await client().newKey({ spendCapCredits: 9 });
    expectFailure(await client().run(input, { key: capped }), 403, 'SPEND_CAP_REACHED');
    expect(await blockers(capped)).toEqual(['SPEND_CAP_REACHED']);

    const other = await client().newKey({ recipes: ['tighten'] });
    expectFailure(await client().run(input, { key: other }), 403, 'RECIPE_NOT_ALLOWED');
    expect(await blockers(other)).toEqual(['RECIPE_NOT_ALLOWED']);

    const reader = await client().newKey({ scopes: ['recipes:read'] });
    expect(await blockers(reader)).toEqual(['SCOPE_DENIED']);

    expect(await client().balance()).toBe(500);
  });

  it('refuses a missing or unreadable material', async () => {
    const run = (material: string): Promise<Reply> => client().run({ material });
    expectFailure(await run('mat_none'), 404, 'MATERIAL_NOT_FOUND');
    for (const address of [
      'http://elsewhere.test/clip.mp4',
      'ftp://elsewhere.test/a',
      'https://u:p@elsewhere.test/a',
    ]) {
      expectFailure(await run(address), 400, 'VALIDATION_FAILED');
    }
    const reply = await run('https://nowhere.invalid/clip.mp4');
    expectFailure(reply, 422, 'MATERIAL_UNREACHABLE');
    expect(reply.body.message).toContain('nowhere.invalid/clip.mp4');
    expect(await client().balance()).toBe(500);
  });

  it('marks results on the free plan, and treats them as another run', async () => {
    const input = client().freshInput(await client().upload());
    getData(await client().run(input));
    await client().sandbox('PUT', '/plan', { plan: 'free' });
    expect(getData(await client().call('GET', '/v1/estimate?recipeId=remove-background'))).toMatchObject({
      watermarked: true,
    });
    expect(getData<Result>(await client().run(input))).toMatchObject({ cached: false, watermarked: true });
  });

  it('lists jobs, newest first, page by page', async () => {
    const material = await client().upload();
    for (let index = 0; index < 3; index++) {
      await client().run(client().freshInput(material));
    }
    const all = getData<Job[]>(await client().call('GET', '/v1/jobs?limit=100&recipeId=remove-background'));
    const seen: string[] = [];
    let path: string | undefined = '/v1/jobs?limit=2&recipeId=remove-background';
    while (path !== undefined && seen.length < all.length + 2) {
      const reply: Reply = await client().call('GET', path);
      seen.push(...getData<Job[]>(reply).map(({ id }) => id));
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1];
      path = next?.slice(client().target.baseUrl.length - 1);
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(getData(await client().call('GET', '/v1/jobs?recipeId=tighten'))).toEqual([]);
    const failed = getData<Job[]>(await client().call('GET', '/v1/jobs?status=canceled'));
    expect(failed.every(({ status }) => status === 'canceled')).toBe(true);
    expectFailure(await client().call('GET', '/v1/jobs?cursor=nonsense'), 400, 'VALIDATION_FAILED');
  });

  it('sends the events of a job until it ends', async () => {
    client().target.script?.setRunMs(300);
    const { id } = getData<Job>(await start(client().freshInput(await client().upload(), { trim: undefined })));
    const response = await client().send('GET', `/v1/jobs/${id}/events`);
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    const { text } = await read(response);
    const jobs = [...text.matchAll(/^event: job\ndata: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as Job);
    expect(text).toMatch(/^retry: 1000\n/);
    expect(jobs.length).toBeGreaterThan(1);
    expect(jobs.at(-1)).toEqual(await job(id));
    expect(jobs.at(-1)?.status).toBe('completed');
    expect(text).toMatch(/event: end\ndata: \{\}\n\n$/);
  });

  it('repeats the response of a run for its Idempotency-Key', async () => {
    const input = client().freshInput(await client().upload());
    const headers = { 'Idempotency-Key': `run-${Date.now()}` };
    const first = await client().run(input, { headers });
    const again = await client().run(input, { headers });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
    expectFailure(await client().run(client().freshInput('mat_none'), { headers }), 409, 'IDEMPOTENCY_CONFLICT');
    expect(await client().balance()).toBe(490);
  });
}
