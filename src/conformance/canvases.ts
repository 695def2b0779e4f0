import { expect, it } from './test-api.ts';
import { getData, expectFailure, read, toForm, until, type Client, type Reply } from './client.ts';

type Item = { id: string; type: string; assetId: string; startSeconds: number; durationSeconds: number };
type Document = { title: string; width: number; tracks: { id: string; kind: string; items: Item[] }[] };
type Canvas = {
  id: string;
  revision: number;
  document: Document;
  durationSeconds: number;
  assets: Record<string, { url: string }>;
};
type Job = { id: string; status: string; envelopeId: string; finalUrl?: string; credits: number; canvasId?: string };

/** Canvases: an extension of the contract, with revisions, versions, exports and projects. */
export function canvases(client: () => Client): void {
  const make = async (body: object): Promise<Canvas> => getData(await client().call('POST', '/v1/canvases', { body }));
  const get = async ({ id }: { id: string }): Promise<Canvas> =>
    getData(await client().call('GET', `/v1/canvases/${id}`));
  const put = (canvas: Canvas, change: object = {}): Promise<Reply> =>
    client().call('PUT', `/v1/canvases/${canvas.id}`, { body: { ...canvas, ...change } });
  const ofMaterial = async (): Promise<Canvas> => make({ title: 'Clip', materials: [await client().upload()] });

  it('creates a canvas from materials, which GET returns and lists name, newest first', async () => {
    const material = await client().upload();
    const made = await make({ title: 'Twice', materials: [material, material] });
    expect(made).toMatchObject({ revision: 1, document: { title: 'Twice' } });
    const [first, second] = made.document.tracks[0]?.items ?? [];
    expect(first).toMatchObject({ type: 'video', assetId: material, startSeconds: 0 });
    expect(second?.startSeconds).toBe(first?.durationSeconds);
    expect(Object.keys(made.assets)).toEqual([material]);
    expect(await get(made)).toEqual(made);
    const other = await make({ title: 'Empty' });
    const list = await client().call('GET', '/v1/canvases?limit=1');
    expect(getData<{ id: string; title: string }[]>(list)).toMatchObject([{ id: other.id, title: 'Empty' }]);
    const next = /\?[^>]*/.exec(list.headers.get('Link') ?? '')?.[0] ?? '';
    const following = getData<object[]>(await client().call('GET', `/v1/canvases${next}`));
    expect(following).toMatchObject([
      { id: made.id, durationSeconds: made.durationSeconds, width: made.document.width },
    ]);
  });

  it('accepts a document, and refuses an invalid one at the path of the error', async () => {
    const { document } = await ofMaterial();
    const copy = await make({ document, title: 'Copy' });
    expect(copy.document).toEqual({ ...document, title: 'Copy' });
    const [track] = document.tracks;
    const [item] = track?.items ?? [];
    const refuse = async (tracks: object[], path: string): Promise<void> => {
      const reply = await client().call('POST', '/v1/canvases', { body: { document: { ...document, tracks } } });
      expectFailure(reply, 400, 'VALIDATION_FAILED');
      expect(reply.body.details, reply.text).toContainEqual(expect.objectContaining({ path }));
    };
    const items = 'document.tracks.0.items';
    await refuse([{ ...track, items: [{ ...item, assetId: 'mat_unknown' }] }], `${items}.0.assetId`);
    await refuse([{ ...track, items: [item, { ...item, id: 'again' }] }], `${items}.1.startSeconds`);
    await refuse([{ ...track, items: [item, { ...item, startSeconds: 1000 }] }], `${items}.1.id`);
    await refuse([{ ...track, items: [{ ...item, opacty: 1 }] }], `${items}.0.opacty`);
    await refuse(
      [{ ...track, items: [{ ...item, opacity: { keyframes: [{ atSeconds: 0, value: 2 }] } }] }],
      `${items}.0.opacity.keyframes.0.value`,
    );
    expectFailure(await client().call('POST', '/v1/canvases', { body: {} }), 400, 'VALIDATION_FAILED');
    const unknown = await client().call('POST', '/v1/canvases', { body: { materials: ['mat_unknown'] } });
    expectFailure(unknown, 404, 'MATERIAL_NOT_FOUND');
  });

  it('replaces a document at its revision, and refuses a stale one with the current revision', async () => {
    const before = await ofMaterial();
    const after = getData<Canvas>(await put(before, { document: { ...before.document, title: 'Changed' } }));
    expect(after).toMatchObject({ id: before.id, revision: 2, document: { title: 'Changed' } });
    const stale = await put(before);
    expectFailure(stale, 409, 'REVISION_CONFLICT');
    expect(stale.body.details).toEqual({ revision: 2 });
    expect(await get(before)).toEqual(after);
    expect(getData<Canvas>(await put(after)).revision).toBe(3);
    expectFailure(await put(after, { id: 'cnv_other' }), 400, 'VALIDATION_FAILED');
    expectFailure(
      await client().call('PUT', '/v1/canvases/cnv_none', { body: { ...after, id: undefined } }),
      404,
      'CANVAS_NOT_FOUND',
    );
  });

  it('answers 304 without a body to a client that has the canvas at its revision', async () => {
    const canvas = await make({ title: 'Watched' });
    const path = `/v1/canvases/${canvas.id}`;
    const etag = (await client().send('GET', path)).headers.get('ETag') ?? '';
    const again = await client().send('GET', path, { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
    await put(canvas);
    const changed = await client().send('GET', path, { headers: { 'If-None-Match': etag } });
    expect([changed.status, getData<Canvas>(await read(changed)).revision]).toEqual([200, 2]);
  });

  it('accepts a document of megabytes, for which other bodies are too large', async () => {
    const { document } = await make({ title: 'Marked' });
    const label = 'x'.repeat(500);
    const markers = Array.from({ length: 4000 }, (_, index) => ({ id: `marker-${index}`, atSeconds: index, label }));
    const made = await make({ document: { ...document, markers } });
    expect(getData<Canvas>(await put(made)).revision).toBe(2);
  });

  it('creates one canvas for a call that is repeated with its Idempotency-Key, JSON or file', async () => {
    const headers = { 'Idempotency-Key': 'canvas-1' };
    const send = (body: unknown, key = headers) => client().call('POST', '/v1/canvases', { body, headers: key });
    const [one, again] = [await send({ title: 'Once' }), await send({ title: 'Once' })];
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(getData<Canvas>(again).id).toBe(getData<Canvas>(one).id);
    expectFailure(await send({ title: 'Twice' }), 409, 'IDEMPOTENCY_CONFLICT');
    const project = await client().send('GET', `/v1/canvases/${getData<Canvas>(one).id}/project`);
    const zip = new Uint8Array(await project.arrayBuffer());
    const key = { 'Idempotency-Key': 'canvas-2' };
    const [first, second] = [await send(toForm(zip, 'a.zip'), key), await send(toForm(zip, 'a.zip'), key)];
    expect(getData<Canvas>(second).id).toBe(getData<Canvas>(first).id);
  });

  it('applies all edits of a call or none, and names the invalid edit', async () => {
    const canvas = await ofMaterial();
    const path = `/v1/canvases/${canvas.id}/edits`;
    const [item] = canvas.document.tracks[0]?.items ?? [];
    const split = { type: 'split', itemId: item?.id, atSeconds: (item?.durationSeconds ?? 0) / 2 };
    const rename = { type: 'set-canvas', title: 'Edited' };
    const send = (edits: object[], revision = 1): Promise<Reply> =>
      client().call('POST', path, { body: { revision, edits } });
    const refused = await send([rename, { type: 'remove-item', itemId: 'unknown' }]);
    expectFailure(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.details).toMatchObject([{ path: 'edits.1.itemId' }]);
    const misspelt = await send([{ ...split, itemID: 'x' }]);
    expect(misspelt.body.details).toContainEqual({
      path: 'edits.0.itemID',
      message: 'unknown field; did you mean itemId?',
    });
    expect(await get(canvas)).toEqual(canvas);
    const edited = getData<Canvas>(await send([rename, split]));
    expect(edited).toMatchObject({ revision: 2, document: { title: 'Edited' } });
    expect(edited.document.tracks[0]?.items).toHaveLength(2);
    expect(edited.durationSeconds).toBeCloseTo(canvas.durationSeconds, 6);
    expectFailure(await send([rename]), 409, 'REVISION_CONFLICT');
    const foreign = { type: 'replace-item', item: { ...item, assetId: 'mat_unknown' } };
    const unknown = await send([foreign], 2);
    expectFailure(unknown, 400, 'VALIDATION_FAILED');
  });

  it('stores the versions of a canvas, and restores one', async () => {
    const first = await make({ title: 'First' });
    const second = getData<Canvas>(await put(first, { document: { ...first.document, title: 'Second' } }));
    const versions = `/v1/canvases/${first.id}/versions`;
    expect(getData<object[]>(await client().call('GET', versions))).toMatchObject([{ version: 1, title: 'First' }]);
    const stale = await client().call('POST', `${versions}/1/restore`, { body: { revision: 1 } });
    expectFailure(stale, 409, 'REVISION_CONFLICT');
    expect(getData<object>(await client().call('GET', `${versions}/1`))).toEqual({
      document: first.document,
      durationSeconds: 0,
      assets: {},
    });
    expectFailure(await client().call('GET', `${versions}/9`), 404, 'NOT_FOUND');
    const back = getData<Canvas>(
      await client().call('POST', `${versions}/1/restore`, { body: { revision: second.revision } }),
    );
    expect(back).toMatchObject({ revision: 3, document: first.document });
    expect(getData<object[]>(await client().call('GET', versions))).toMatchObject([{ version: 2 }, { version: 1 }]);
    expectFailure(await client().call('POST', `${versions}/9/restore`), 404, 'NOT_FOUND');
  });

  it('deletes a canvas, and the bytes of a deleted material with the last canvas that uses it', async () => {
    const material = await client().upload(withTail('kept'), 'kept.mp4');
    const one = await make({ materials: [material] });
    const two = await make({ document: one.document });
    const url = one.assets[material]?.url ?? '';
    getData(await client().call('DELETE', `/v1/materials/${material}`));
    const list = getData<{ material: string }[]>(await client().call('GET', '/v1/materials'));
    expect(list.some((row) => row.material === material)).toBe(false);
    expectFailure(await client().call('DELETE', `/v1/materials/${material}`), 404, 'MATERIAL_NOT_FOUND');
    getData(await client().call('DELETE', `/v1/canvases/${one.id}`));
    expectFailure(await client().call('GET', `/v1/canvases/${one.id}`), 404, 'CANVAS_NOT_FOUND');
    expect((await client().target.fetch(url)).status).toBe(200);
    // A version still names it.
    getData(await put(two, { document: { ...two.document, tracks: [] } }));
    expect((await client().target.fetch(url)).status).toBe(200);
    getData(await client().call('DELETE', `/v1/canvases/${two.id}`));
    expect((await client().target.fetch(url)).status).toBe(404);
  });

  it('deletes the canvas of a run, which a new run creates again', async () => {
    const input = client().freshInput(await client().upload());
    type Run = { envelopeId: string; canvasId: string; cached: boolean };
    const first = getData<Run>(await client().run(input));
    getData(await client().call('DELETE', `/v1/canvases/${first.canvasId}`));
    const job = getData<Job>(await client().call('GET', `/v1/jobs/${first.envelopeId}`));
    expect([job.status, job.canvasId]).toEqual(['completed', undefined]);
    const second = getData<Run>(await client().run(input));
    expect(second.cached).toBe(false);
    expect(second.canvasId).not.toBe(first.canvasId);
  });

  it('exports a canvas as a free job, once for equal exports', async () => {
    const canvas = await ofMaterial();
    const path = `/v1/canvases/${canvas.id}/export`;
    const start = async (body: object): Promise<Reply> => client().call('POST', path, { body });
    const reply = await start({ format: 'mp4', width: 64, height: 36 });
    expect(reply.status).toBe(202);
    const job = getData<Job>(reply);
    expect(job).toMatchObject({
      recipeId: 'export',
      envelopeId: job.id,
      credits: 0,
      input: { revision: 1, width: 64 },
    });
    expect(reply.headers.get('Location')).toContain(`/v1/jobs/${job.id}`);
    const done = await until(async () => {
      const now = getData<Job>(await client().call('GET', `/v1/jobs/${job.id}`));
      return now.status === 'completed' && now;
    });
    expect(done.canvasId).toBeUndefined();
    expect((await client().target.fetch(done.finalUrl ?? '')).status).toBe(200);
    expect(await client().balance()).toBe(500);
    expect(getData<Job>(await start({ format: 'mp4', width: 64, height: 36 })).id).toBe(job.id);
    const listed = getData<Job[]>(await client().call('GET', '/v1/jobs?recipeId=export&limit=1'));
    expect(listed).toMatchObject([{ id: job.id }]);
  });

  it('refuses an invalid export', async () => {
    const canvas = await ofMaterial();
    const empty = await make({ title: 'Empty' });
    const refuse = async ({ id }: Canvas, body: object, path: string): Promise<void> => {
      const reply = await client().call('POST', `/v1/canvases/${id}/export`, { body });
      expectFailure(reply, 400, 'VALIDATION_FAILED');
      expect(reply.body.details, reply.text).toContainEqual(expect.objectContaining({ path }));
    };
    await refuse(canvas, { format: 'avi' }, 'format');
    await refuse(canvas, { format: 'mp4', span: { startSeconds: 0, endSeconds: 1000 } }, 'span.endSeconds');
    await refuse(empty, { format: 'mp4' }, 'format');
    const unknown = await client().call('POST', '/v1/canvases/cnv_none/export', { body: { format: 'mp4' } });
    expectFailure(unknown, 404, 'CANVAS_NOT_FOUND');
    const limited = await client().newKey({ scopes: ['canvases:read'] });
    const denied = await client().call('POST', `/v1/canvases/${canvas.id}/export`, {
      key: limited,
      body: { format: 'mp4' },
    });
    expectFailure(denied, 403, 'SCOPE_DENIED');
  });

  it('exports a project as one file, and imports it', async () => {
    const material = await client().upload(withTail('project'), 'project.mp4');
    const canvas = await make({ title: 'Über den Wolken', materials: [material] });
    const response = await client().send('GET', `/v1/canvases/${canvas.id}/project`);
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    const zip = new Uint8Array(await response.arrayBuffer());
    expect(Number(response.headers.get('Content-Length'))).toBe(zip.byteLength);
    getData(await client().call('DELETE', `/v1/canvases/${canvas.id}`));
    getData(await client().call('DELETE', `/v1/materials/${material}`));
    const back = getData<Canvas>(await upload(zip));
    const [named = ''] = Object.keys(back.assets);
    expect(back).toMatchObject({ revision: 1, document: { title: 'Über den Wolken' } });
    expect(back.document.tracks[0]?.items[0]?.assetId).toBe(named);
    expect(named).not.toBe(material);
    const bytes = await (await client().target.fetch(back.assets[named]?.url ?? '')).arrayBuffer();
    expect(new Uint8Array(bytes)).toEqual(withTail('project'));
    const again = getData<Canvas>(await upload(zip));
    expect(Object.keys(again.assets)).toEqual([named]);
  });

  it('exports a canvas for other editors, and imports OpenTimelineIO', async () => {
    const canvas = await ofMaterial();
    const get = (format: string) => client().send('GET', `/v1/canvases/${canvas.id}/interchange?format=${format}`);
    for (const [format, type, start] of [
      ['otio', 'application/json', '{'],
      ['fcpxml', 'application/xml', '<?xml'],
      ['edl', 'text/plain', 'TITLE'],
      ['srt', 'application/x-subrip', ''],
      ['vtt', 'text/vtt', 'WEBVTT'],
      ['csv', 'text/csv', ''],
    ] as const) {
      const response = await get(format);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, `${type}; charset=utf-8`]);
      expect(response.headers.get('Content-Disposition')).toContain(`attachment; filename="Clip.${format}"`);
      expect((await response.text()).startsWith(start), format).toBe(true);
    }
    const otio = new Uint8Array(await (await get('otio')).arrayBuffer());
    const back = getData<Canvas & { warnings?: string[] }>(await upload(otio));
    expect(back.document).toEqual(canvas.document);
    expect(back.warnings).toBeUndefined();
    expectFailure(await upload(new TextEncoder().encode('{"OTIO_SCHEMA":"Other.1"}')), 400, 'VALIDATION_FAILED');
    expectFailure(await read(await get('avi')), 400, 'VALIDATION_FAILED');
  });

  it('refuses a file that is not a project, or that was changed', async () => {
    expectFailure(await upload(new TextEncoder().encode('not a project')), 400, 'VALIDATION_FAILED');
    const canvas = await ofMaterial();
    const zip = new Uint8Array(await (await client().send('GET', `/v1/canvases/${canvas.id}/project`)).arrayBuffer());
    expectFailure(await upload(zip.slice(0, -100)), 400, 'VALIDATION_FAILED');
    const changed = zip.slice();
    changed[1000] = (changed[1000] ?? 0) ^ 1;
    const reply = await upload(changed);
    expectFailure(reply, 400, 'VALIDATION_FAILED');
    expect(reply.body.message).toContain('has changed since the export');
  });

  const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<Reply> =>
    read(await client().send('POST', '/v1/canvases', { body: toForm(bytes, 'project.zip') }));

  /** The video of the target, with additional bytes at its end that every reader ignores: a material of its own. */
  const withTail = (text: string): Uint8Array<ArrayBuffer> => {
    const { video } = client().target.fixtures;
    const tail = new TextEncoder().encode(text);
    const box = new Uint8Array(8 + tail.byteLength);
    new DataView(box.buffer).setUint32(0, box.byteLength);
    box.set(new TextEncoder().encode('free'), 4);
    box.set(tail, 8);
    const whole = new Uint8Array(video.byteLength + box.byteLength);
    whole.set(video);
    whole.set(box, video.byteLength);
    return whole;
  };
}
