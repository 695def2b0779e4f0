import { expect, it } from './test-api.ts';
import { getData, expectFailure, toForm, type Client } from './client.ts';

const pngOfOnePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function uploads(client: () => Client): void {
  const video = (): Uint8Array<ArrayBuffer> => client().target.fixtures.video;
  const state = async (ticket: string): Promise<{ status: string; material?: string }> =>
    getData(await client().call('GET', `/v1/uploads/${ticket}`));

  it('accepts one file, once', async () => {
    const ticket = await client().newTicket();
    getData(await client().fill(ticket, toForm(video(), 'clip.mp4')));
    expectFailure(await client().fill(ticket, toForm(video(), 'clip.mp4')), 409, 'TICKET_USED');
  });

  it('accepts one of two uploads to one ticket', async () => {
    const ticket = await client().newTicket();
    const replies = await Promise.all(
      [video(), client().target.fixtures.otherVideo].map((bytes) => client().fill(ticket, toForm(bytes, 'clip.mp4'))),
    );
    const [winners, losers] = [200, 409].map((status) => replies.filter((reply) => reply.status === status));
    expect(losers).toHaveLength(1);
    expect(winners).toHaveLength(1);
    const { material } = await state(ticket);
    expect(winners?.[0]?.body.data).toMatchObject({ material });
  });

  it('puts a material into a folder, and takes it out', async () => {
    const material = await client().upload();
    const put = (id: string, folder: unknown) =>
      client().call('PUT', `/v1/materials/${id}/folder`, { body: { folder } });
    const read = async (): Promise<string | undefined> =>
      getData<{ material: string; folder?: string }[]>(await client().call('GET', '/v1/materials')).find(
        (each) => each.material === material,
      )?.folder;
    expect(getData(await put(material, ' Interviews '))).toMatchObject({ material, folder: 'Interviews' });
    expect(await read()).toBe('Interviews');
    getData(await put(material, null));
    expect(await read()).toBeUndefined();
    expectFailure(await put(material, ''), 400, 'VALIDATION_FAILED');
    expectFailure(await put('mat_missing', 'Interviews'), 404, 'MATERIAL_NOT_FOUND');
  });

  it('repeats the response of an upload for its Idempotency-Key', async () => {
    const ticket = await client().newTicket();
    const headers = { 'Idempotency-Key': 'upload-1' };
    const first = getData(await client().fill(ticket, toForm(video(), 'clip.mp4'), headers));
    expect(getData(await client().fill(ticket, toForm(video(), 'clip.mp4'), headers))).toEqual(first);
    const other = await client().fill(ticket, toForm(video(), 'clip.mp4'), { 'Idempotency-Key': 'upload-2' });
    expectFailure(other, 409, 'TICKET_USED');
  });

  it('refuses another file with the same Idempotency-Key, also with the same size', async () => {
    const ticket = await client().newTicket();
    const headers = { 'Idempotency-Key': 'upload-3' };
    const first = getData(await client().fill(ticket, toForm(video(), 'clip.mp4'), headers));
    const changed = video().slice();
    changed[changed.length - 1] = 255 - (changed.at(-1) ?? 0);
    const longer = new Uint8Array(video().byteLength + 200_000);
    longer.set(video());
    for (const bytes of [changed, longer, video().slice(0, 9000), new Uint8Array(0)]) {
      const other = await client().fill(ticket, toForm(bytes, 'clip.mp4'), headers);
      expectFailure(other, 409, 'IDEMPOTENCY_CONFLICT');
    }
    const noFile = await client().fill(ticket, new FormData(), headers);
    expectFailure(noFile, 400, 'VALIDATION_FAILED');
    expect(getData(await client().fill(ticket, toForm(video(), 'renamed.mp4'), headers))).toEqual(first);
    expect(await state(ticket)).toMatchObject({ status: 'uploaded' });
  });

  it('answers two simultaneous uploads with one Idempotency-Key equally, and only if their bytes are equal', async () => {
    const { otherVideo } = client().target.fixtures;
    const post = async (files: Uint8Array<ArrayBuffer>[]): Promise<{ status: number; body: unknown }[]> => {
      const ticket = await client().newTicket();
      const headers = { 'Idempotency-Key': 'upload-4' };
      return Promise.all(files.map((bytes) => client().fill(ticket, toForm(bytes, 'clip.mp4'), headers)));
    };
    const [one, two] = await post([video(), video()]);
    expect(one).toMatchObject({ status: 200 });
    expect(two?.body).toEqual(one?.body);
    const replies = await post([video(), otherVideo]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(replies).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ errorCode: 'IDEMPOTENCY_CONFLICT' }) as unknown }),
    );
  });

  it('refuses an Idempotency-Key that is empty or has thousands of characters', async () => {
    const ticket = await client().newTicket();
    const reply = await client().fill(ticket, toForm(video(), 'clip.mp4'), { 'Idempotency-Key': 'k'.repeat(5000) });
    expectFailure(reply, 400, 'VALIDATION_FAILED');
  });

  it('returns 404 for an unknown ticket', async () => {
    expectFailure(await client().fill('tkt_none', toForm(video(), 'clip.mp4')), 404, 'TICKET_NOT_FOUND');
    expectFailure(await client().call('GET', '/v1/uploads/tkt_none'), 404, 'TICKET_NOT_FOUND');
  });

  it('lets a ticket expire', async () => {
    await client().sandbox('PUT', '/caps', { ticketSeconds: 0 });
    const ticket = await client().newTicket();
    expect(await state(ticket)).toEqual({ status: 'expired' });
    expectFailure(await client().fill(ticket, toForm(video(), 'clip.mp4')), 410, 'TICKET_EXPIRED');
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['a text', new TextEncoder().encode('not a video at all')],
    ['a web page (HTML)', new TextEncoder().encode('<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a PDF document', new TextEncoder().encode('%PDF-1.7\n')],
    ['of an unknown type', Uint8Array.from({ length: 5000 }, (_, index) => ((index * 7919) % 251) ^ 0x80)],
  ])('refuses %s, with any name, and leaves the ticket unchanged', async (what, bytes) => {
    const ticket = await client().newTicket();
    const reply = await client().fill(ticket, toForm(bytes, 'movie.mp4'));
    expectFailure(reply, 415, 'UNSUPPORTED_MEDIA');
    expect(reply.body.message).toContain(what);
    expect(await state(ticket)).toEqual({ status: 'pending' });
    getData(await client().fill(ticket, toForm(video(), 'movie.mp4')));
  });

  it('accepts images and audio by their content, and returns their kind', async () => {
    const silence = new Uint8Array(44 + 8000);
    silence.set(new TextEncoder().encode('RIFF....WAVEfmt '));
    const dot = Uint8Array.from(atob(pngOfOnePixel), (letter) => letter.charCodeAt(0));
    const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const list = async (): Promise<object[]> => getData(await client().call('GET', '/v1/materials'));
    for (const [bytes, name, kind, mimeType, extension] of [
      [dot, 'clip.mp4', 'picture', 'image/png', 'png'],
      [silence, 'clip.mov', 'sound', 'audio/wav', 'wav'],
      [drawing, 'logo.txt', 'picture', 'image/svg+xml', 'svg'],
    ] as const) {
      const material = await client().upload(bytes, name);
      const url = `${client().target.baseUrl}media/${material}.${extension}`;
      expect(await list()).toContainEqual(expect.objectContaining({ material, name, kind, mimeType, url }));
      const { headers } = await client().target.fetch(url);
      expect(headers.get('Content-Type')).toBe(mimeType);
      // An SVG file may contain scripts; opened by itself it must not run any.
      expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox(?!.*allow-scripts)/);
    }
    const material = await client().upload();
    expect(await list()).toContainEqual(expect.objectContaining({ material, kind: 'video' }));
  });

  it('ignores other fields of the form', async () => {
    const form = new FormData();
    form.append('title', 'before');
    form.append('file', new File([video()], 'clip.mp4'));
    form.append('more', new File(['after'], 'x.txt'));
    getData(await client().fill(await client().newTicket(), form));
  });

  it('refuses a form that has no part "file" or several, and a body that is not a form', async () => {
    const ticket = await client().newTicket();
    const misnamed = new FormData();
    misnamed.append('video', new File([video()], 'clip.mp4'));
    const two = toForm(video(), 'clip.mp4');
    two.append('file', new File([video()], 'clip.mp4'));
    for (const form of [new FormData(), misnamed, two]) {
      expectFailure(await client().fill(ticket, form), 400, 'VALIDATION_FAILED');
    }
    const plain = await client().call('POST', `/v1/uploads/${ticket}/file`, { key: null, body: video() });
    expectFailure(plain, 400, 'VALIDATION_FAILED');
    expect(await state(ticket)).toEqual({ status: 'pending' });
  });

  it('refuses a truncated body', async () => {
    const ticket = await client().newTicket();
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    const reply = await client().call('POST', `/v1/uploads/${ticket}/file`, {
      key: null,
      body: new Uint8Array([...new TextEncoder().encode(head), ...video()]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    expectFailure(reply, 400, 'VALIDATION_FAILED');
    expect(await state(ticket)).toEqual({ status: 'pending' });
  });

  it('reports the maximum size of a file and the available space', async () => {
    const ticket = await client().newTicket();
    await client().sandbox('PUT', '/caps', { maxFileBytes: 1000 });
    const large = await client().fill(ticket, toForm(video(), 'clip.mp4'));
    expectFailure(large, 413, 'FILE_TOO_LARGE');
    expect(large.body.message).toContain('1 kB');
    await client().sandbox('PUT', '/caps', { maxFileBytes: null, maxStorageBytes: 10 });
    const full = await client().fill(ticket, toForm(video(), 'clip.mp4'));
    expectFailure(full, 507, 'STORAGE_FULL');
    expect(full.body.message).toMatch(/needs at least .* and 0 bytes are free/);
    await client().sandbox('PUT', '/caps', { maxStorageBytes: null });
    getData(await client().fill(ticket, toForm(video(), 'clip.mp4')));
  });

  it('leaves no bytes of a refused upload on the disk', async () => {
    const files = async (): Promise<number> =>
      getData<{ storage: { files: number } }>(await client().sandbox('GET', '/account')).storage.files;
    const before = await files();
    const ticket = await client().newTicket();
    await client().fill(ticket, toForm('text', 'clip.mp4'));
    expect(await files()).toBe(before);
  });

  it('stores equal bytes once, under one handle, until they are deleted', async () => {
    const material = await client().upload(client().target.fixtures.otherVideo, 'one.mp4');
    expect(await client().upload(client().target.fixtures.otherVideo, 'two.mp4')).toBe(material);
    const list = async (): Promise<{ material: string; url: string; name: string }[]> =>
      getData(await client().call('GET', '/v1/materials'));
    const row = (await list()).find((one) => one.material === material);
    expect((await client().target.fetch(row?.url ?? '')).status).toBe(200);
    getData(await client().call('DELETE', `/v1/materials/${material}`));
    expect((await list()).some((one) => one.material === material)).toBe(false);
    expect((await client().target.fetch(row?.url ?? '')).status).toBe(404);
    expectFailure(await client().call('DELETE', `/v1/materials/${material}`), 404, 'MATERIAL_NOT_FOUND');
    expectFailure(await client().run(client().freshInput(material)), 404, 'MATERIAL_NOT_FOUND');
  });
}
