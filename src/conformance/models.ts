import * as z from 'zod';
import { expect, it } from './test-api.ts';
import { getData, expectFailure, type Client, type Reply } from './client.ts';

const model = z.looseObject({
  id: z.string().min(1),
  name: z.string().min(1),
  family: z.string(),
  task: z.enum(['matting', 'voice', 'faces']),
  subject: z.enum(['person', 'object']).nullable(),
  licence: z.string().min(1),
  source: z.string().min(1),
  summary: z.string().min(1),
  bytes: z.number().positive(),
  state: z.enum(['installed', 'available', 'downloading', 'checking', 'broken']),
  bytesDone: z.number().min(0),
  default: z.boolean(),
  place: z.enum(['shipped', 'deployment', 'browser']).nullable(),
  added: z.boolean(),
  removable: z.boolean(),
  downloadable: z.boolean(),
  files: z
    .array(
      z.looseObject({
        file: z.string(),
        bytes: z.number(),
        sha256: z.string(),
        address: z.url().nullable(),
        reachable: z.boolean(),
      }),
    )
    .min(1),
});
type Model = z.output<typeof model>;

/** Models: the list, the refusals, and a file of the user that is added, used and removed. */
export function models(client: () => Client): void {
  const list = async (): Promise<Model[]> => z.array(model).parse(getData(await client().call('GET', '/v1/models')));
  const find = async (id: string): Promise<Model | undefined> => (await list()).find((one) => one.id === id);
  const entry = (change: object = {}): object => ({
    id: 'mine',
    name: 'My own',
    family: 'matte-nano',
    subject: 'person',
    variants: [{ width: 256, height: 144 }],
    ...change,
  });
  const add = (what: object, file: Uint8Array<ArrayBuffer> | null): Promise<Reply> => {
    const form = new FormData();
    form.append('entry', JSON.stringify(what));
    if (file) {
      form.append('file', new File([file], 'own.onnx'));
    }
    return client().call('POST', '/v1/models', { body: form });
  };

  it('lists installed and available models, with one default for people', async () => {
    const all = await list();
    const shipped = all.filter((one) => one.place === 'shipped');
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.every((one) => one.state === 'installed' && !one.removable && !one.downloadable)).toBe(true);
    expect(all.filter((one) => one.default && one.subject === 'person')).toHaveLength(1);
    expect(all.filter((one) => one.default).every((one) => one.state === 'installed')).toBe(true);
    expect(all.find((one) => one.id === 'rvm')).toMatchObject({ state: 'available', place: null, downloadable: false });
    expect(all.find((one) => one.id === 'u2netp')).toMatchObject({ state: 'available', downloadable: true });
    expect(all.find((one) => one.id === 'silero-vad')).toMatchObject({ task: 'voice', downloadable: true });
    expect(all.find((one) => one.id === 'yunet')).toMatchObject({ task: 'faces', downloadable: true });
  });

  it('returns 404 for an unknown model', async () => {
    for (const [method, path] of [
      ['POST', '/v1/models/none/download'],
      ['POST', '/v1/models/none/cancel'],
      ['DELETE', '/v1/models/none'],
    ] as const) {
      expectFailure(await client().call(method, path), 404, 'MODEL_NOT_FOUND');
    }
    const run = await client().run(client().freshInput(await client().upload(), { model: 'none' }));
    expectFailure(run, 404, 'MODEL_NOT_FOUND');
  });

  it('refuses a model that a page cannot download, and says how to get it', async () => {
    const refused = await client().call('POST', '/v1/models/rvm/download');
    expectFailure(refused, 422, 'MODEL_UNREACHABLE');
    expect(refused.body.message).toMatch(/"Robust Video Matting".*github\.com.*npm run models -- rvm/);
    expect(await find('rvm')).toMatchObject({ state: 'available', removable: false });
  });

  it('refuses to stop a download that does not run, and to remove a shipped model', async () => {
    expectFailure(await client().call('POST', '/v1/models/u2netp/cancel'), 409, 'NOT_CANCELABLE');
    const [shipped] = (await list()).filter((one) => one.place === 'shipped');
    const again = await client().call('POST', `/v1/models/${shipped?.id}/download`);
    expect(getData(again)).toMatchObject({ state: 'installed', place: 'shipped' });
    const refused = await client().call('DELETE', `/v1/models/${shipped?.id}`);
    expectFailure(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.message).toContain('is part of this site');
    expectFailure(await client().call('DELETE', '/v1/models/u2netp'), 400, 'VALIDATION_FAILED');
  });

  it('refuses a run for objects before any credits are spent, and says how to install a model for them', async () => {
    const material = await client().upload();
    const refused = await client().run(client().freshInput(material, { subject: 'object' }));
    expectFailure(refused, 422, 'MODEL_NOT_INSTALLED');
    expect(refused.body).toMatchObject({
      message: expect.stringMatching(/^No model that cuts out objects .* \/v1\/models\/u2netp\/download/),
      details: { modelId: 'u2netp' },
    });
    const named = await client().run(client().freshInput(material, { model: 'u2netp' }));
    expectFailure(named, 422, 'MODEL_NOT_INSTALLED');
    expect(named.body.message).toMatch(/^U2-Netp is not installed here; install .* with POST/);
    expect(await client().balance()).toBe(500);
  });

  it('accepts a file of the user: opens it, lists it, uses it by name, and removes it', async () => {
    const { model: bytes } = client().target.fixtures;
    const added = getData(await add(entry(), bytes));
    const [{ sha256 } = { sha256: '' }] = (await find('mine'))?.files ?? [];
    expect(added).toMatchObject({ id: 'mine', state: 'installed', place: 'browser', added: true, removable: true });
    expect(await find('mine')).toMatchObject({ bytes: bytes.byteLength, bytesDone: bytes.byteLength, default: false });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);

    const input = client().freshInput(await client().upload());
    const result = getData<{ envelopeId: string }>(await client().run({ ...input, model: 'mine' }));
    expect(result).toMatchObject({ model: 'mine', cached: false });
    expect(getData(await client().call('GET', `/v1/jobs/${result.envelopeId}`))).toMatchObject({ model: 'mine' });
    // Another model makes another run; at `fast` the default model makes the same run, named or not.
    const fast = { ...input, quality: 'fast' };
    const byDefault = getData<{ model: string }>(await client().run(fast));
    expect(byDefault).toMatchObject({ cached: false });
    expect(byDefault.model).not.toBe('mine');
    expect(getData(await client().run({ ...fast, model: byDefault.model }))).toMatchObject({ cached: true });
    const misfit = await client().run({ ...input, model: 'mine', subject: 'object' });
    expectFailure(misfit, 400, 'VALIDATION_FAILED');

    expectFailure(await add(entry(), bytes), 400, 'VALIDATION_FAILED');
    expect(getData(await client().call('DELETE', '/v1/models/mine'))).toEqual({ id: 'mine', deleted: true });
    expect(await find('mine')).toBeUndefined();
    expectFailure(await client().run({ ...input, model: 'mine' }), 404, 'MODEL_NOT_FOUND');
  });

  it('uses the best installed models, so that one of a higher rank becomes the default', async () => {
    getData(await add(entry({ rank: 1000 }), client().target.fixtures.model));
    expect(await find('mine')).toMatchObject({ default: true });
    // At `best` several models form an ensemble, and a light one that does not declare that it takes part is skipped.
    const input = client().freshInput(await client().upload());
    expect(getData(await client().run({ ...input, quality: 'fast' }))).toMatchObject({ model: 'mine' });
    getData(await client().call('DELETE', '/v1/models/mine'));
    expect((await list()).filter((one) => one.default && one.subject === 'person')).toHaveLength(1);
  });

  it('repeats the response for the same form and Idempotency-Key, and refuses another file or entry', async () => {
    const { model: bytes } = client().target.fixtures;
    const other = new Uint8Array([...bytes, 0]);
    const post = (what: object, file: Uint8Array<ArrayBuffer>): Promise<Reply> => {
      const form = new FormData();
      form.append('entry', JSON.stringify(what));
      form.append('file', new File([file], 'own.onnx'));
      return client().call('POST', '/v1/models', { body: form, headers: { 'Idempotency-Key': 'model-1' } });
    };
    expectFailure(await post(entry(), new Uint8Array(0)), 400, 'VALIDATION_FAILED');
    const [first, second] = await Promise.all([post(entry(), bytes), post(entry(), bytes)]);
    expect(getData(first)).toMatchObject({ id: 'mine', state: 'installed' });
    expect(second.text).toBe(first.text);
    const again = await post(entry(), bytes);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expectFailure(await post(entry(), other), 409, 'IDEMPOTENCY_CONFLICT');
    expectFailure(await post(entry({ id: 'another' }), bytes), 409, 'IDEMPOTENCY_CONFLICT');
    expect(await find('another')).toBeUndefined();
    getData(await client().call('DELETE', '/v1/models/mine'));
  });

  it('accepts a detector, which needs no size and creates no cutout', async () => {
    // In the browser the engine opens it: these weights are not a detector.
    const detector = { id: 'ears', name: 'Ears', task: 'voice', family: 'silero-vad' };
    const misfit = await add({ ...detector, subject: 'person' }, client().target.fixtures.model);
    expectFailure(misfit, 400, 'VALIDATION_FAILED');
    expect(misfit.body.message).toMatch(/^entry\.subject: unknown field/);
    const distant = { address: 'https://models.test/ears.onnx', bytes: 10, sha256: 'a'.repeat(64) };
    const added = getData(await add({ ...detector, variants: [distant] }, null));
    expect(added).toMatchObject({ id: 'ears', task: 'voice', subject: null, state: 'available', default: false });
    const input = client().freshInput(await client().upload());
    expectFailure(await client().run({ ...input, model: 'ears' }), 400, 'VALIDATION_FAILED');
    getData(await client().call('DELETE', '/v1/models/ears'));
  });

  it('refuses a file that is not a model, and stores none of it', async () => {
    const storage = async (): Promise<unknown> =>
      getData<{ storage: { files: number; usedBytes: number } }>(await client().sandbox('GET', '/account')).storage
        .files;
    const before = await storage();
    const refused = await add(entry(), new TextEncoder().encode('not a model at all'));
    expectFailure(refused, 422, 'MODEL_UNUSABLE');
    expect(refused.body.message).toContain('"My own"');
    expect(await find('mine')).toBeUndefined();
    expect(await storage()).toBe(before);
  });

  it('refuses an empty file, and stores none of it', async () => {
    const refused = await add(entry(), new Uint8Array(0));
    expectFailure(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body).toMatchObject({
      details: [{ path: 'file', message: 'the file is empty; send the ONNX file of the model' }],
    });
    expect(await find('mine')).toBeUndefined();
  });

  it.each([
    ['of a model that is known', { id: 'rvm' }, /^entry\.id: Robust Video Matting has the id "rvm"/],
    ['of no known family', { family: 'yolo' }, /^entry\.family/],
    ['with a misspelt field', { subjct: 'person' }, /^entry\.subjct: unknown field; did you mean subject\?/],
    ['without a size', { variants: [{ width: 256 }] }, /^entry\.variants\.0\.height/],
    ['of an unsupported size', { variants: [{ width: 100_000, height: 100_000 }] }, /^entry\.variants\.0\.width/],
    [
      'with a deviation of 0',
      { normalisation: { mean: [0, 0, 0], deviation: [1, 0, 1] } },
      /^entry\.normalisation\.deviation\.1/,
    ],
    ['with a rank beyond all ranks', { rank: 1e12 }, /^entry\.rank/],
    ['of another size', { variants: [{ width: 256, height: 144, bytes: 7 }] }, /has \d+ bytes, but the entry says 7/],
    [
      'of another file',
      { variants: [{ width: 256, height: 144, sha256: 'a'.repeat(64) }] },
      /not the file of this entry/,
    ],
  ])('refuses an entry %s', async (_, change, words) => {
    const refused = await add(entry(change), client().target.fixtures.model);
    expectFailure(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.message).toMatch(words);
  });

  it('refuses a form without an entry, and an address that is not https', async () => {
    const form = new FormData();
    form.append('file', new File([client().target.fixtures.model], 'own.onnx'));
    expectFailure(await client().call('POST', '/v1/models', { body: form }), 400, 'VALIDATION_FAILED');
    const size = { width: 256, height: 144, bytes: 10, sha256: 'a'.repeat(64) };
    const { origin } = new URL(client().target.baseUrl);
    const refusedAddresses = [
      undefined,
      'http://192.168.0.1/model.onnx',
      'https://user:pass@models.test/model.onnx',
      `blob:${origin}/0b5f3a9e`,
    ];
    for (const address of refusedAddresses) {
      const refused = await add(entry({ variants: [{ ...size, address }] }), null);
      expectFailure(refused, 400, 'VALIDATION_FAILED');
      expect(refused.body.message).toMatch(/^entry\.variants\.0/);
    }
    expect(await find('mine')).toBeUndefined();
  });
}
