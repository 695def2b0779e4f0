import { expect, it } from './test-api.ts';
import { operations } from '#operations/registry.ts';
import type { OperationName } from '#operations/routes.ts';
import { getData, type CallOptions, type Client } from './client.ts';

type Sample = CallOptions & { readonly params?: Record<string, string>; readonly query?: string };

/** Both mounts answer with the same bytes and headers for every operation below `/v1`. */
export function mounts(client: () => Client): void {
  it('answers the same on both mounts, for every operation', async () => {
    const samples = await collectSamples(client());
    for (const [name, operation] of Object.entries(operations)) {
      if (!operation.path.startsWith('/v1/')) {
        continue;
      }
      for (const sample of samples[name as OperationName] ?? [{}]) {
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => sample.params?.[field] ?? 'unknown');
        const headers = { 'X-Request-Id': 'mounts-1', ...sample.headers };
        const [plain, mirrored] = await Promise.all(
          ['', '/api/mcp'].map((mount) =>
            client().call(operation.method, mount + path + (sample.query ?? ''), { ...sample, headers }),
          ),
        );
        expect(mirrored?.text, name).toBe(plain?.text);
        expect(mirrored?.status, name).toBe(plain?.status);
        expect(toComparable(mirrored?.headers), name).toEqual(toComparable(plain?.headers));
      }
    }
  });

  it('shares one state between both mounts', async () => {
    const { ticket } = getData<{ ticket: string }>(await client().call('POST', '/api/mcp/v1/uploads'));
    expect(getData(await client().call('GET', `/v1/uploads/${ticket}`))).toEqual({ status: 'pending' });
  });
}

/**
 * Requests for the operations that can be answered twice with the same response; for the others a refusal is compared.
 */
async function collectSamples(client: Client): Promise<Partial<Record<OperationName, Sample[]>>> {
  const material = await client.upload();
  const input = client.freshInput(material);
  const { envelopeId, canvasId } = getData<{ envelopeId: string; canvasId: string }>(await client.run(input));
  await client.run(client.freshInput(material, { quality: 'fast' }));
  const ticket = await client.newTicket();
  return {
    getEstimate: [
      { query: '?recipeId=tighten' },
      { query: '?recipeid=tighten' },
      { query: '?recipeId=tighten&recipeId=a' },
    ],
    createUpload: [
      { body: { porpose: 'x' } },
      { body: '{', headers: { 'Content-Type': 'application/json' } },
      { key: null },
    ],
    getUpload: [{ params: { ticket } }, {}],
    fillUpload: [{ params: { ticket }, key: null, body: 'nothing' }, { key: null }],
    listJobs: [{}, { query: '?limit=1' }, { query: '?status=completed&limit=1' }, { query: '?limit=0' }],
    getJob: [{ params: { envelopeId } }, {}],
    watchJob: [{ params: { envelopeId } }, {}],
    cancelJob: [{ params: { envelopeId } }, {}],
    getCanvas: [{ params: { canvasId } }, {}],
    'run:remove-background': [{ body: input }, { body: {} }, { body: input, key: 'vk_unknown' }],
  };
}

/** The headers, without those that a server in between may add. */
const toComparable = (headers: Headers | undefined): [string, string][] =>
  [...(headers ?? [])].filter(([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name));
