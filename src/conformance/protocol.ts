import { expect, it } from './test-api.ts';
import { getData, expectFailure, type Client } from './client.ts';

/** The rules for every call: authentication, parameters, and the format of a refusal. */
export function protocol(client: () => Client, isScripted: boolean): void {
  it('requires a key, and distinguishes a wrong key from a missing one', async () => {
    for (const key of [null, 'vk_unknown', 'nonsense!']) {
      const reply = await client().call('GET', '/v1/me', { key });
      expectFailure(reply, 401, 'UNAUTHORIZED');
      expect(reply.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    }
    const basic = await client().call('GET', '/v1/me', { key: null, headers: { Authorization: 'Basic eDp5' } });
    expectFailure(basic, 401, 'UNAUTHORIZED');
  });

  it('refuses a revoked key', async () => {
    const made = getData<{ apiKey: string; id: string }>(await client().sandbox('POST', '/keys', { name: 'old' }));
    expect((await client().call('GET', '/v1/me', { key: made.apiKey })).status).toBe(200);
    await client().sandbox('DELETE', `/keys/${made.id}`);
    expectFailure(await client().call('GET', '/v1/me', { key: made.apiKey }), 401, 'UNAUTHORIZED');
    const listed = getData<{ id: string; revokedAt: string | null }[]>(await client().sandbox('GET', '/keys'));
    expect(listed.find((one) => one.id === made.id)?.revokedAt).toEqual(expect.any(String));
    expect(JSON.stringify(listed)).not.toContain(made.apiKey);
  });

  it('limits a key to its scopes', async () => {
    const key = await client().newKey({ scopes: ['account:read'] });
    expect(getData(await client().call('GET', '/v1/me', { key }))).toMatchObject({ scopes: ['account:read'] });
    const refused = [
      ['GET', '/v1/recipes'],
      ['POST', '/v1/uploads'],
      ['POST', '/v1/run/remove-background'],
      ['GET', '/v1/jobs'],
      ['POST', '/v1/jobs/job_x/cancel'],
      ['GET', '/v1/canvases/canvas_x'],
    ] as const;
    for (const [method, path] of refused) {
      expectFailure(await client().call(method, path, { key }), 403, 'SCOPE_DENIED');
    }
  });

  it('limits the request rate of a key if the sandbox sets a limit', async () => {
    const key = await client().newKey({});
    await client().sandbox('PUT', '/caps', { requestsPerMinute: 2 });
    const statuses = [];
    for (let index = 0; index < 3; index++) {
      statuses.push((await client().call('GET', '/v1/me', { key })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const reply = await client().call('GET', '/v1/me', { key });
    expectFailure(reply, 429, 'RATE_LIMITED');
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(reply.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  });

  it('distinguishes unknown paths from unsupported methods', async () => {
    expectFailure(await client().call('GET', '/v1/nothing'), 404, 'NOT_FOUND');
    expectFailure(await client().call('GET', '/v1'), 404, 'NOT_FOUND');
    const reply = await client().call('DELETE', '/v1/uploads');
    expectFailure(reply, 405, 'METHOD_NOT_ALLOWED');
    expect(reply.headers.get('Allow')).toBe('POST');
    expect((await client().call('PUT', '/v1/me')).headers.get('Allow')).toBe('GET, HEAD');
    const options = await client().call('OPTIONS', '/v1/me');
    expectFailure(options, 405, 'METHOD_NOT_ALLOWED');
    expect(options.headers.get('Allow')).toBe('GET, HEAD');
  });

  it('answers HEAD like GET, without the body', async () => {
    const reply = await client().call('HEAD', '/v1/me');
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('');
    expect(reply.headers.get('Content-Type')).toBe('application/json');
    const missing = await client().call('HEAD', '/v1/jobs/job_none');
    expect([missing.status, missing.text]).toEqual([404, '']);
  });

  it.each([
    ['an unknown field', { material: 'x', outputformat: 'mp4' }, 'outputformat', 'did you mean outputFormat?'],
    ['an unknown field within', { material: 'x', edge: { feather: 1 } }, 'edge.feather', 'did you mean featherPx?'],
    ['a wrong value', { material: 'x', quality: 'finest' }, 'quality', 'best'],
    ['a wrong type', { material: 7 }, 'material', 'string'],
    ['a missing field', {}, 'material', 'string'],
    ['a body other than an object', [1], '', 'object'],
  ])('names %s', async (_, body, path, words) => {
    const reply = await client().run(body);
    expectFailure(reply, 400, 'VALIDATION_FAILED');
    const [detail] = reply.body.details as { path: string; message: string }[];
    expect(detail).toMatchObject({ path });
    expect(reply.body.message).toContain(words);
    expect(reply.body.message).toContain(path);
  });

  it('accepts only complete JSON below the size limit', async () => {
    const post = (body: string, type: string) =>
      client().call('POST', '/v1/uploads', { body, headers: { 'Content-Type': type } });
    expectFailure(await post('{"purpose":', 'application/json'), 400, 'VALIDATION_FAILED');
    expectFailure(await post('{"purpose":"x"}', 'text/plain'), 400, 'VALIDATION_FAILED');
    expectFailure(await post('purpose=x', 'application/x-www-form-urlencoded'), 400, 'VALIDATION_FAILED');
    expectFailure(await post(`{"purpose":"${'x'.repeat(1_100_000)}"}`, 'application/json'), 400, 'VALIDATION_FAILED');
    expect((await post('', 'text/plain')).status).toBe(200);
    expect((await post(' {} ', 'application/json; charset=utf-8')).status).toBe(200);
  });

  it('names an invalid query parameter', async () => {
    for (const query of [
      '',
      '?recipeId=nothing',
      '?recipeId=tighten&recipeId=tighten',
      '?recipeId=tighten&durationSeconds=-1',
    ]) {
      expectFailure(await client().call('GET', `/v1/estimate${query}`), 400, 'VALIDATION_FAILED');
    }
    const reply = await client().call('GET', '/v1/estimate?recipe_id=tighten');
    expect(reply.body.message).toContain('did you mean recipeId?');
  });

  it('allows no other site to frame, run or read a response', async () => {
    const { target } = client();
    const material = await client().upload();
    const answers = await Promise.all([
      client().send('GET', '/v1/me'),
      client().send('HEAD', '/v1/me'),
      client().send('GET', '/v1/me', { key: null }),
      client().send('OPTIONS', '/v1/me'),
      client().send('GET', '/v1/nothing'),
      client().send('GET', '/api-reference/openapi.json', { key: null }),
      target.fetch(`${target.baseUrl}media/${material}.mp4`),
      target.fetch(`${target.baseUrl}media/${material}.mp4`, { headers: { Range: 'bytes=0-9' } }),
      target.fetch(`${target.baseUrl}media/none.mp4`),
    ]);
    for (const { headers, url, body } of answers) {
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy, url).toContain("default-src 'none'");
      expect(policy, url).toContain("frame-ancestors 'none'");
      expect(policy, url).toMatch(/sandbox(?!.*allow-scripts)/);
      expect(headers.get('X-Content-Type-Options'), url).toBe('nosniff');
      expect(headers.get('Cross-Origin-Resource-Policy'), url).toBe('same-origin');
      expect(headers.get('Referrer-Policy'), url).toBe('no-referrer');
      // A response that was cloned, as by msw, is canceled only when its clone is too.
      void body?.cancel();
    }
  });

  it('repeats only the beginning of the values that a caller sent', async () => {
    const long = 'x'.repeat(40_000);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
    const form = new FormData();
    form.append(long.slice(0, 10_000), 'x');
    const ticket = await client().newTicket();
    const json = (body: string) => ({ body, headers: { 'Content-Type': 'application/json' } });
    const replies = await Promise.all([
      client().run({ material: 'x', [long]: 1 }),
      client().run({ material: 'x', edge: { [long]: 1 } }),
      client().run({ material: 'x', ...many }),
      client().run({ material: `${long.slice(0, 4000)}:` }),
      client().run({ material: `https://${long}` }),
      client().run({ material: long }),
      client().run({ material: 'x', quality: long, model: long, green: long }),
      client().call('POST', '/v1/uploads', json(long)),
      client().call('POST', '/v1/uploads', { body: '{}', headers: { 'Content-Type': long.slice(0, 10_000) } }),
      client().call('POST', '/v1/models', { body: form }),
      client().fill(ticket, form),
      client().call('GET', `/v1/estimate?${long.slice(0, 10_000)}=1&recipeId=${long.slice(0, 1000)}`),
      client().call('GET', `/v1/jobs/${long.slice(0, 10_000)}`),
    ]);
    for (const reply of replies) {
      expectFailure(reply, 400, 'VALIDATION_FAILED');
      expect(reply.text.length, reply.text.slice(0, 300)).toBeLessThan(5000);
    }
    expect(replies[2]?.body.message).toContain('(and 4999 more, see details)');
    const unreachable = await client().run({ material: `${client().target.baseUrl}media/${'ü'.repeat(4000)}` });
    expectFailure(unreachable, 422, 'MATERIAL_UNREACHABLE');
    expect(unreachable.text.length).toBeLessThan(2000);
  });

  it('refuses an address that only a page can read', async () => {
    const { origin } = new URL(client().target.baseUrl);
    for (const material of [`blob:${origin}/0b5f3a9e`, `filesystem:${origin}/temporary/a.mp4`]) {
      const reply = await client().run({ material });
      expectFailure(reply, 400, 'VALIDATION_FAILED');
      expect(reply.body.message).toMatch(/^material: the URL must begin with https:, not (blob|filesystem):/);
    }
  });

  it('returns the id of the request', async () => {
    const given = await client().call('GET', '/v1/me', { headers: { 'X-Request-Id': 'my-call.1' } });
    expect(given.headers.get('X-Request-Id')).toBe('my-call.1');
    const bad = await client().call('GET', '/v1/me', { headers: { 'X-Request-Id': 'two words' } });
    expect(bad.headers.get('X-Request-Id')).toMatch(/^req_/);
  });

  it('returns problem details only to clients that accept them', async () => {
    const headers = { Accept: 'application/problem+json, application/json' };
    const problem = await client().call('GET', '/v1/jobs/job_none', { headers });
    expect(problem.headers.get('Content-Type')).toBe('application/problem+json');
    expect(JSON.parse(problem.text)).toMatchObject({
      status: 404,
      errorCode: 'JOB_NOT_FOUND',
      success: false,
      detail: expect.any(String) as string,
    });
    expect((await client().call('GET', '/v1/me', { headers })).headers.get('Content-Type')).toBe('application/json');
    const plain = await client().call('GET', '/v1/jobs/job_none');
    expectFailure(plain, 404, 'JOB_NOT_FOUND');
    expect(plain.headers.get('Content-Type')).toBe('application/json');
  });

  it('names the missing object in a 404', async () => {
    expectFailure(await client().call('POST', '/v1/jobs/job_none/cancel'), 404, 'JOB_NOT_FOUND');
    expectFailure(await client().call('GET', '/v1/jobs/job_none/events'), 404, 'JOB_NOT_FOUND');
    expectFailure(await client().call('GET', '/v1/canvases/none'), 404, 'CANVAS_NOT_FOUND');
  });

  it('repeats the response for the same POST and Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `same-${Date.now()}` };
    const post = (body: object) => client().call('POST', '/v1/uploads', { body, headers });
    const first = await post({ purpose: 'a' });
    const again = await post({ purpose: 'a' });
    expect(first.headers.has('Idempotent-Replayed')).toBe(false);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expectFailure(await post({ purpose: 'b' }), 409, 'IDEMPOTENCY_CONFLICT');
    const other = await client().call('POST', '/v1/uploads', {
      body: { purpose: 'b' },
      headers,
      key: await client().newKey({}),
    });
    expect(other.status).toBe(200);
    const parallel = await Promise.all(
      Array.from({ length: 5 }, () =>
        client().call('POST', '/v1/uploads', { headers: { 'Idempotency-Key': 'parallel' } }),
      ),
    );
    expect(new Set(parallel.map(({ text }) => text)).size).toBe(1);
  });

  // Between a browser and the real product, the browser sets these headers and the server checks them.
  if (isScripted) {
    it('opens the sandbox to pages of this site alone', async () => {
      for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://elsewhere.test' }]) {
        const reply = await client().call('POST', '/sandbox/v1/keys', { key: null, headers, body: {} });
        expectFailure(reply, 403, 'FORBIDDEN');
      }
    });
  }

  it('describes itself', async () => {
    const reply = await client().call('GET', '/api-reference/openapi.json', { key: null });
    expect(JSON.parse(reply.text)).toMatchObject({ openapi: '3.1.1', info: { version: '1.0.0-preview' } });
  });
}
