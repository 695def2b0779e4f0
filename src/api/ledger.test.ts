import { expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { getData, expectFailure } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

type Line = { id: string; kind: string; credits: number; creditsRemaining: number; envelopeId: string | null };

it('every run reserves its price, then pays it or gets it back, each as an entry with its job; a set balance is an entry too', async () => {
  const { api, client } = await openNodeApi();
  const lines = async () => getData<Line[]>(await client.call('GET', '/v1/ledger'));
  expect(await lines()).toEqual([]);
  const material = await client.upload(video);
  const done = getData<{ envelopeId: string }>(
    await client.call('POST', '/v1/run/remove-background', { body: { material } }),
  );
  api.emulator.declareNext({ failWith: 'INTERNAL' });
  const body = { material, quality: 'fast' };
  expectFailure(await client.call('POST', '/v1/run/remove-background', { body }), 500, 'INTERNAL');
  const told = await lines();
  expect(told.map(({ kind, credits, creditsRemaining }) => [kind, credits, creditsRemaining])).toEqual([
    ['release', 10, 490],
    ['reserve', 10, 480],
    ['charge', 10, 490],
    ['reserve', 10, 490],
  ]);
  expect(told.slice(2).map(({ envelopeId }) => envelopeId)).toEqual([done.envelopeId, done.envelopeId]);
  expect(told[0]).toMatchObject({ recipeId: 'remove-background', key: { name: 'API key' } });
  getData(await client.call('DELETE', `/v1/jobs/${done.envelopeId}`));
  expect(await lines()).toEqual(told);
  await client.sandbox('PUT', '/credits', { credits: 90 });
  expect((await lines())[0]).toMatchObject({
    kind: 'set',
    credits: -400,
    creditsRemaining: 90,
    envelopeId: null,
    key: null,
  });
});

it('the ledger is read in pages', async () => {
  const { client } = await openNodeApi();
  for (const credits of [1, 2, 3]) {
    await client.sandbox('PUT', '/credits', { credits });
  }
  const first = await client.call('GET', '/v1/ledger?limit=2');
  expect(getData<Line[]>(first)).toHaveLength(2);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(next);
  const rest = getData<Line[]>(await client.call('GET', pathname + search));
  expect(rest).toHaveLength(1);
  expectFailure(await client.call('GET', '/v1/ledger?cursor=nonsense'), 400, 'VALIDATION_FAILED');
});

it('a key reports the time of its last use to the minute', async () => {
  const { client } = await openNodeApi();
  getData(await client.call('GET', '/v1/me'));
  const [key] = getData<{ lastUsedAt: string | null }[]>(await client.sandbox('GET', '/keys'));
  expect(Date.now() - Date.parse(key?.lastUsedAt ?? '')).toBeLessThan(60_000);
});
