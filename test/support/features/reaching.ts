import { canStreamRequests } from '#client/can-stream-requests.ts';
import { require, type Feature } from './feature.ts';

/** Access to the API and to files. */
export const reaching: readonly Feature[] = [
  {
    id: 'relay',
    title: 'Calls from programs, through the local server',
    check: async ({ product }) => {
      const { status } = await product.api('GET', '/v1/me');
      require(status === 200, `GET /v1/me returned ${status}`);
      return 'yes';
    },
  },
  {
    id: 'page',
    title: 'Calls from the page, to its service worker',
    check: async ({ product }) => {
      const status = await product.page.evaluate(
        async (headers) => (await fetch('/v1/me', { headers })).status,
        product.authorized,
      );
      require(status === 200, `GET /v1/me returned ${status}`);
      return 'yes';
    },
  },
  {
    id: 'upload',
    title: 'Upload of 40 MB from the page',
    check: async ({ product }) => {
      const isStreamed = await product.page.evaluate(canStreamRequests);
      const bytes = 40_000_000;
      const answered = await product.page.evaluate(sendBody, {
        url: `/v1/uploads/${await product.newTicket()}/file`,
        bytes,
      });
      // The bytes are not a video. The response says so after all of them were read.
      require(/UNSUPPORTED_MEDIA/.test(answered), `the upload returned ${answered}`);
      return isStreamed ? 'yes, streamed' : 'yes, buffered first';
    },
  },
  {
    id: 'range',
    title: 'Byte ranges of files',
    check: async ({ product, sample }) => {
      const materials = await product.api<{ material: string; url: string }[]>('GET', '/v1/materials');
      const { body } = materials;
      const url = body.success ? body.data.find((one) => one.material === sample)?.url : undefined;
      const part = await fetch(url ?? '', { headers: { Range: 'bytes=100-199' } });
      require(part.status === 206, `a range returned ${part.status}`);
      require((await part.arrayBuffer()).byteLength === 100, 'a range of 100 bytes has another length');
      return 'yes';
    },
  },
  {
    id: 'mcp',
    title: 'MCP',
    check: async ({ product }) => {
      const response = await fetch(`${product.baseUrl}/api/mcp`, {
        method: 'POST',
        headers: {
          ...product.authorized,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      const text = await response.text();
      require(text.includes('"inputSchema"'), `tools/list returned ${response.status}: ${text.slice(0, 200)}`);
      return 'yes';
    },
  },
];

async function sendBody({ url, bytes }: { url: string; bytes: number }): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes).fill(7)]), 'sevens.mp4');
  return (await fetch(url, { method: 'POST', body: form })).text();
}
