import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { beginWith } from './early-messages.ts';

const reportError = vi.fn<(thrown: unknown) => void>();
let thread: EventTarget;
const say = (data: unknown, ports: MessagePort[] = []): boolean =>
  thread.dispatchEvent(new MessageEvent('message', { data, ports }));

beforeEach(() => {
  thread = new EventTarget();
  vi.stubGlobal('self', thread);
  // Node lacks this function.
  vi.stubGlobal('reportError', reportError);
});

afterEach(() => void vi.unstubAllGlobals());

it('delivers early messages to the listeners, once and in their order, with their ports', async () => {
  const heard: unknown[] = [];
  const loading = createDeferred();
  const { port1, port2 } = new MessageChannel();
  beginWith(() => loading.promise);
  say('first');
  thread.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<unknown>;
    heard.push([data, ...ports]);
  });
  say('second', [port1]);
  expect(heard).toEqual([]);
  loading.resolve();
  await expect.poll(() => heard).toEqual([['first'], ['second', port1]]);
  say('third');
  expect(heard.at(-1)).toEqual(['third']);
  port1.close();
  port2.close();
});

it('reports a module that cannot be loaded as an error of the worker', async () => {
  const failure = new Error('The file is gone.');
  beginWith(() => Promise.reject(failure));
  await expect.poll(() => reportError.mock.calls).toEqual([[failure]]);
});

it('replaces the constructor of workers in Firefox only', async () => {
  const Native = EventTarget;
  const start = async (userAgent: string): Promise<unknown> => {
    const scope = Object.assign(new EventTarget(), { Worker: Native, postMessage: () => undefined });
    vi.stubGlobal('self', scope);
    vi.stubGlobal('navigator', { userAgent });
    const loading = createDeferred();
    beginWith(async () => loading.resolve());
    await loading.promise;
    return scope.Worker;
  };
  expect(await start('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0')).toBe(Native);
  expect(await start('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0')).not.toBe(Native);
});
