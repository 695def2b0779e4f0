import { createServer, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A proxy for callers that cannot send a key to a local server: it adds a key, and changes nothing else. Closes with
 * the test.
 */
export async function startKeyProxy(baseUrl: string, apiKey: string): Promise<string> {
  const { host, hostname, port } = new URL(baseUrl);
  const proxy = createServer((request, response) => {
    // Only its own host name is replaced by that of the server: the server has to refuse any other.
    const rename = (value = ''): string => value.replace(`127.0.0.1:${ownPort()}`, host);
    const { origin } = request.headers;
    const headers = {
      ...request.headers,
      authorization: `Bearer ${apiKey}`,
      host: rename(request.headers.host),
      ...(origin !== undefined && { origin: rename(origin) }),
    };
    const { method, url: path } = request;
    const onward = open({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  const ownPort = (): number => (proxy.address() as AddressInfo).port;
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${ownPort()}`;
}
