import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { McpTarget } from './mcp-clients.ts';

/** Serves an API of this process over a real HTTP server, which closes with the test. Returns its address. */
export async function listenFor({ baseUrl, fetch }: McpTarget): Promise<string> {
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {};
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const init = { method, headers, ...body } as RequestInit;
    void fetch(new URL(url, baseUrl).href, init).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const piece of answer.body ?? []) {
        response.write(piece);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
