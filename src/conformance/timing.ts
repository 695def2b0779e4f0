import { recipes } from '#recipes/catalog.ts';
import { expect, it } from './test-api.ts';
import { failures, type FailureCode } from '#core/lib/failure.ts';
import { getData, expectFailure, read, seenCodes, until, type Client, type Reply } from './client.ts';
import type { Script } from './target.ts';

type Job = { id: string; status: string };

/** Tests that depend on the duration and the outcome of a run: for engines that tests control. */
export function timing(client: () => Client): void {
  const script = (): Script => {
    const { script } = client().target;
    if (!script) {
      throw new Error('this target has no script');
    }
    return script;
  };
  const job = async (id: string): Promise<Job> => getData(await client().call('GET', `/v1/jobs/${id}`));

  it('streams the response of a long run: white space until it ends, then the envelope', async () => {
    script().setRunMs(60_000);
    const response = await client().send('POST', '/v1/run/remove-background', {
      body: client().freshInput(await client().upload()),
    });
    expect(response.status).toBe(200);
    const { text, body } = await readBeats(response, 3, () => script().setRunMs(20));
    expect(text).toMatch(/^ {3,}\{/);
    expect(body).toMatchObject({ success: true, data: { status: 'completed', creditsCharged: true } });
  });

  it('streams the failure of a long run, in a 200', async () => {
    script().setRunMs(60_000);
    script().failNext('NO_SUBJECT');
    const response = await client().send('POST', '/v1/run/remove-background', {
      body: client().freshInput(await client().upload()),
    });
    expect(response.status).toBe(200);
    const { text, body } = await readBeats(response, 1, () => script().setRunMs(20));
    expect(text).toMatch(/^ +\{/);
    expect(body).toMatchObject({ success: false, errorCode: 'NO_SUBJECT' });
    expect(await client().balance()).toBe(500);
  });

  const ofRecipes = Object.values(recipes).flatMap(({ failures: codes }): readonly FailureCode[] => codes);
  const endings: FailureCode[] = [
    ...new Set(ofRecipes),
    'UNSUPPORTED_MEDIA',
    'MODEL_UNREACHABLE',
    'MODEL_UNUSABLE',
    'ENGINE_LOST',
    'INTERNAL',
    'STORAGE_FULL',
  ];
  it.each(endings)('returns %s for a run that ends with it, without a charge', async (code) => {
    script().failNext(code);
    const input = client().freshInput(await client().upload());
    expectFailure(await client().run(input), failures[code].status, code);
    expect(await client().balance()).toBe(500);
    expect(getData(await client().run(input))).toMatchObject({ cached: false, creditsCharged: true });
    expect(await client().balance()).toBe(490);
  });

  it('accepts one synchronous run at a time', async () => {
    script().setRunMs(60_000);
    const material = await client().upload();
    const first = client().run(client().freshInput(material));
    await until(async () => getData<Job[]>(await client().call('GET', '/v1/jobs?status=running')).length > 0);
    const second = await client().run(client().freshInput(material));
    expectFailure(second, 409, 'IN_FLIGHT');
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0);
    const estimate = getData<{ blockers: { code: string }[] }>(
      await client().call('GET', '/v1/estimate?recipeId=remove-background'),
    );
    expect(estimate.blockers.map(({ code }) => code)).toEqual(['IN_FLIGHT']);
    expectFailure(await client().call('DELETE', `/v1/materials/${material}`), 409, 'IN_FLIGHT');
    script().setRunMs(20);
    getData(await first);
    getData(await client().run(client().freshInput(material)));
  });

  it('refuses to remove the model of an open run', async () => {
    const form = new FormData();
    const variants = [{ width: 256, height: 144 }];
    const entry = { id: 'in-use', name: 'In use', family: 'matte-nano', subject: 'person', variants };
    form.append('entry', JSON.stringify(entry));
    form.append('file', new File([client().target.fixtures.model], 'own.onnx'));
    getData(await client().call('POST', '/v1/models', { body: form }));
    script().setRunMs(60_000);
    const run = client().run(client().freshInput(await client().upload(), { model: 'in-use' }));
    await until(async () => getData<Job[]>(await client().call('GET', '/v1/jobs?status=running')).length > 0);
    expectFailure(await client().call('DELETE', '/v1/models/in-use'), 409, 'IN_FLIGHT');
    script().setRunMs(20);
    expect(getData(await run)).toMatchObject({ model: 'in-use' });
    getData(await client().call('DELETE', '/v1/models/in-use'));
  });

  it('does not answer a retry with an earlier refusal', async () => {
    script().setRunMs(60_000);
    const material = await client().upload();
    const first = client().run(client().freshInput(material));
    await until(async () => getData<Job[]>(await client().call('GET', '/v1/jobs?status=running')).length > 0);
    const input = client().freshInput(material);
    const headers = { 'Idempotency-Key': `later-${Date.now()}` };
    expectFailure(await client().run(input, { headers }), 409, 'IN_FLIGHT');
    script().setRunMs(20);
    getData(await first);
    expect(getData(await client().run(input, { headers }))).toMatchObject({ cached: false });
  });

  it('accepts one of several different runs that arrive at the same time', async () => {
    // The first run must not end before the last call arrives.
    script().setRunMs(500);
    const material = await client().upload();
    const replies = await Promise.all(Array.from({ length: 8 }, () => client().run(client().freshInput(material))));
    const codes = replies.map(({ body }) => body.errorCode ?? 'none');
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.filter((code) => code === 'IN_FLIGHT')).toHaveLength(7);
    expect(await client().balance()).toBe(490);
  });

  it('never lets parallel runs spend more than the balance', async () => {
    // The first run must not end before the last call arrives.
    script().setRunMs(500);
    await client().sandbox('PUT', '/credits', { credits: 15 });
    const material = await client().upload();
    const replies = await Promise.all(Array.from({ length: 8 }, () => client().run(client().freshInput(material))));
    const codes = replies.map(({ body }) => body.errorCode ?? 'none');
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.every((code) => ['none', 'IN_FLIGHT', 'INSUFFICIENT_CREDITS'].includes(code))).toBe(true);
    expect(await client().balance()).toBe(5);
  });

  it('counts the price of its runs against the spend cap of a key, and nothing else', async () => {
    const key = await client().newKey({ spendCapCredits: 15 });
    const material = await client().upload();
    script().failNext('NO_SUBJECT');
    expectFailure(await client().run(client().freshInput(material), { key }), 422, 'NO_SUBJECT');
    getData(await client().run(client().freshInput(material), { key }));
    expectFailure(await client().run(client().freshInput(material), { key }), 403, 'SPEND_CAP_REACHED');
    const keys = getData<{ spendCapCredits: number | null; spentCredits: number }[]>(
      await client().sandbox('GET', '/keys'),
    );
    expect(keys.find((one) => one.spendCapCredits === 15)?.spentCredits).toBe(10);
  });

  it('notifies all waiting clients when a run is canceled', async () => {
    script().setRunMs(60_000);
    const input = client().freshInput(await client().upload());
    const waiting = [client().run(input), client().run(input)];
    const [running] = await until(async () => {
      const jobs = getData<Job[]>(await client().call('GET', '/v1/jobs?status=running'));
      return jobs.length > 0 && jobs;
    });
    expect(await client().balance()).toBe(490);
    getData(await client().call('POST', `/v1/jobs/${running?.id}/cancel`));
    for (const reply of await Promise.all(waiting)) {
      expectCanceled(reply);
    }
    expect(await client().balance()).toBe(500);
  });

  it('continues after the caller disconnects', async () => {
    script().setRunMs(60_000);
    const input = client().freshInput(await client().upload());
    const response = await client().send('POST', '/v1/run/remove-background', { body: input });
    await response.body?.cancel();
    script().setRunMs(20);
    expect(getData(await client().run(input))).toMatchObject({
      status: 'completed',
      cached: true,
      creditsCharged: false,
    });
    expect(await client().balance()).toBe(490);
  });

  it('reports that no tab can execute the job, before and during the wait', async () => {
    const input = client().freshInput(await client().upload());
    script().setOpen(false);
    const before = await client().run(input);
    expectFailure(before, 503, 'ENGINE_UNAVAILABLE');
    expect(Number(before.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await client().balance()).toBe(500);

    script().setOpen(true);
    script().setRunMs(60_000);
    const waiting = client().run(input);
    const [running] = await until(async () => {
      const jobs = getData<Job[]>(await client().call('GET', '/v1/jobs?status=running'));
      return jobs.length > 0 && jobs;
    });
    script().setOpen(false);
    expect((await waiting).body).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE' });
    script().setOpen(true);
    script().setRunMs(20);
    await until(async () => (await job(running?.id ?? '')).status === 'completed');
    expect(getData(await client().run(input))).toMatchObject({ cached: true });
  });

  it('sends progress and previews as events', async () => {
    script().setRunMs(400);
    const started = await client().run(client().freshInput(await client().upload()), {
      headers: { Prefer: 'respond-async' },
    });
    const { id } = getData<Job>(started);
    const { text } = await read(await client().send('GET', `/v1/jobs/${id}/events`));
    expect(text).toMatch(/event: preview\ndata: data:image\//);
    expect(text).toMatch(/^: /m);
    expect(text).toMatch(/"progress":0\.\d/);
  });

  it('does not reset the account while a job runs', async () => {
    script().setRunMs(60_000);
    const run = client().run(client().freshInput(await client().upload()));
    await until(async () => getData<Job[]>(await client().call('GET', '/v1/jobs?status=running')).length > 0);
    const { baseUrl, sandboxFetch } = client().target;
    const reset = await read(await sandboxFetch(`${baseUrl}sandbox/v1/reset`, { method: 'POST' }));
    expectFailure(reset, 409, 'IN_FLIGHT');
    const less = await read(
      await sandboxFetch(`${baseUrl}sandbox/v1/credits`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ credits: 5 }),
      }),
    );
    expectFailure(less, 400, 'VALIDATION_FAILED');
    script().setRunMs(20);
    getData(await run);
  });
}

/** Reads a streamed response to its end. Calls `end` after `count` heartbeats during the run. */
function readBeats(response: Response, count: number, end: () => void): Promise<Reply> {
  let seen = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      seen += piece.length;
      if (seen >= count) {
        end();
      }
      controller.enqueue(piece);
    },
  });
  return read(new Response(response.body?.pipeThrough(counting) ?? null, response));
}

/** A timely response has its status; a streamed one has it in the body. */
function expectCanceled(reply: Reply): void {
  expect(reply.body).toMatchObject({ success: false, errorCode: 'CANCELED' });
  expect([200, 409]).toContain(reply.status);
  seenCodes.add('CANCELED');
}
