import { WebSocket as NodeSocket } from 'ws';
import { startRelay, type RelayOptions, type RelayState } from '#ui/app/relay.ts';
import { createRelay } from '../../src/sw/relay.ts';

/** A handler of a service worker. An exception is the end of the service worker. */
export type Answer = (request: Request) => Promise<Response> | Response;

type Options = Partial<RelayOptions> & { readonly idleMs?: number };

/** The ends of a browser: the sockets of its page, and those of its service worker, the newest last. */
export type BrowserEnds = {
  readonly pageSockets: readonly NodeSocket[];
  readonly workerSockets: readonly NodeSocket[];
  /** Closes the page. The service worker continues. */
  closePage(): void;
  /** Ends the service worker as a browser does, without a close of its socket. A page can start it again. */
  killWorker(): void;
  /** Closes the page and ends the service worker. */
  close(): void;
};

/** Opens a page of the server, with its service worker, which have the sockets of Node instead of those of the browser. */
export function openBrowserEnds(baseUrl: string, answer: Answer, { idleMs, ...options }: Options = {}): BrowserEnds {
  const pageSockets: NodeSocket[] = [];
  const workerSockets: NodeSocket[] = [];
  const open = (sockets: NodeSocket[], url: string): NodeSocket => {
    const socket = new NodeSocket(url, { origin: baseUrl });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const startWorker = () =>
    createRelay({
      base: new URL(baseUrl),
      answer: async (request) => answer(request),
      keepAwake: () => undefined,
      fetch: (address, init) => fetch(address, { ...init, headers: { 'Sec-Fetch-Site': 'same-origin' } }),
      openSocket: (url) => open(workerSockets, url),
      ...(idleMs !== undefined && { idleMs }),
    });
  let connectWorker = startWorker();
  const relay = startRelay({
    url: `${baseUrl.replace('http', 'ws')}/bridge`,
    isReady: () => true,
    browser: 'one',
    connectWorker: (call) => connectWorker(call),
    openSocket: (url) => open(pageSockets, url),
    ...options,
  });
  const killWorker = (): void => {
    connectWorker = startWorker();
    workerSockets.at(-1)?.terminate();
  };
  return {
    pageSockets,
    workerSockets,
    closePage: () => relay.close(),
    killWorker,
    close: () => {
      relay.close();
      connectWorker = () => undefined;
      workerSockets.at(-1)?.terminate();
    },
  };
}

/** Does the same, and waits until the server knows the page. */
export async function openKnownEnds(baseUrl: string, answer: Answer, options: Options = {}): Promise<BrowserEnds> {
  let isKnown = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    isKnown = resolve;
  });
  const onState = (state: RelayState): void => (state === 'offline' ? undefined : isKnown());
  const ends = openBrowserEnds(baseUrl, answer, { onState, ...options });
  await known;
  return ends;
}
