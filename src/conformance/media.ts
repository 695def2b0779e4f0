import { expect, it } from './test-api.ts';
import { getData, expectFailure, read, type Client } from './client.ts';

export function media(client: () => Client): void {
  const find = async (): Promise<{ url: string; material: string }> => {
    const material = await client().upload();
    const list = getData<{ material: string; url: string }[]>(await client().call('GET', '/v1/materials'));
    return { material, url: list.find((one) => one.material === material)?.url ?? '' };
  };
  const get = async (headers: Record<string, string>, init: RequestInit = {}, suffix = '') => {
    const { url } = await find();
    const response = await client().target.fetch(url + suffix, { headers, ...init });
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const whole = (): Uint8Array => client().target.fixtures.video;

  it('returns the whole file', async () => {
    const { status, headers, bytes } = await get({});
    expect(status).toBe(200);
    expect(Buffer.from(bytes).equals(whole())).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(whole().byteLength),
      'content-type': 'video/mp4',
      'content-disposition': expect.stringMatching(/^inline; filename=/) as string,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable') as string,
    });
    expect(headers.get('ETag')).toMatch(/^".+"$/);
  });

  it.each([
    ['bytes=0-1', 0, 2],
    ['bytes=100-', 100, Number.POSITIVE_INFINITY],
    ['bytes=-50', -50, Number.POSITIVE_INFINITY],
    ['bytes=10-999999999', 10, Number.POSITIVE_INFINITY],
  ])('returns the range %s', async (range, start, end) => {
    const { status, headers, bytes } = await get({ Range: range });
    const expected = whole().slice(start, Math.min(end, whole().byteLength));
    expect(status).toBe(206);
    expect(Buffer.from(bytes).equals(expected)).toBe(true);
    const first = start < 0 ? whole().byteLength + start : start;
    expect(headers.get('Content-Range')).toBe(
      `bytes ${first}-${first + expected.byteLength - 1}/${whole().byteLength}`,
    );
    expect(headers.get('Content-Length')).toBe(String(expected.byteLength));
  });

  it('refuses a range beyond the end, and ignores invalid ranges', async () => {
    const beyond = await get({ Range: `bytes=${whole().byteLength}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${whole().byteLength}`);
    for (const range of ['bytes=0-1,5-6', 'bytes=5-1', 'pages=1-2']) {
      expect((await get({ Range: range })).status).toBe(200);
    }
  });

  it('returns a range only of the file of which the caller has a part', async () => {
    const etag = (await get({})).headers.get('ETag') ?? '';
    expect((await get({ Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ 'If-None-Match': `"other", W/${etag}` })).status).toBe(304);
  });

  it('answers HEAD, and offers a download', async () => {
    const head = await get({}, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.bytes.byteLength).toBe(0);
    expect(head.headers.get('Content-Length')).toBe(String(whole().byteLength));
    // Only GET supports ranges (RFC 9110, 14.2).
    expect((await get({ Range: 'bytes=0-1' }, { method: 'HEAD' })).status).toBe(200);
    const download = await get({}, {}, '?download');
    expect(download.headers.get('Content-Disposition')).toMatch(/^attachment;/);
  });

  it('returns 404 for other addresses', async () => {
    const { url } = await find();
    for (const other of [
      url.replace(/\.mp4$/, '.webm'),
      url.replace(/[^/]+$/, 'mat_none.mp4'),
      url.replace(/\.mp4$/, ''),
    ]) {
      expectFailure(await read(await client().target.fetch(other)), 404, 'NOT_FOUND');
    }
  });
}
