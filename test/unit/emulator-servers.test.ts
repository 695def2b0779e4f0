import { readFile } from 'node:fs/promises';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { offcutHandlers } from '#emulator/msw.ts';
import { startEmulator } from '#emulator/testing.ts';
import { shippedWeights } from '../support/shipped-model.ts';
import { contractSuite } from '#conformance/contract.suite.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(`test/fixtures/sample/${name}`));

const fixtures = async () => ({
  video: await read('short.mp4'),
  otherVideo: await read('empty.mp4'),
  model: await shippedWeights(144),
});

/** Long enough for a caller to see and to cancel. */
const runs = { 'remove-background': { seconds: 0.6 } };

contractSuite({
  name: 'the emulator over HTTP',
  isScripted: false,
  start: async () => {
    const { baseUrl, apiKey, close } = await startEmulator({ runs });
    return {
      baseUrl: `${baseUrl}/`,
      fetch,
      sandboxFetch: (url, init) =>
        fetch(url, { ...init, headers: [...new Headers(init?.headers), ['Origin', baseUrl]] }),
      apiKey,
      fixtures: await fixtures(),
      script: null,
      close,
    };
  },
});

contractSuite({
  name: 'the emulator as handlers of msw',
  isScripted: false,
  start: async () => {
    const baseUrl = 'https://offcut.example/';
    const server = setupServer(...offcutHandlers({ baseUrl, runs }));
    server.listen({ onUnhandledRequest: 'error' });
    const created = await fetch(`${baseUrl}sandbox/v1/keys`, { method: 'POST' });
    const { data } = (await created.json()) as { readonly data: { readonly apiKey: string } };
    return {
      baseUrl,
      fetch,
      sandboxFetch: fetch,
      apiKey: data.apiKey,
      fixtures: await fixtures(),
      script: null,
      close: async () => server.close(),
    };
  },
});

test('refuses pages of other sites', async () => {
  const { baseUrl, close } = await startEmulator();
  onTestFinished(close);
  const answer = await fetch(`${baseUrl}/v1/me`, { headers: { Origin: 'https://other.example' } });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ success: false, errorCode: 'FORBIDDEN' });
});

test('names a port that is in use', async () => {
  const { baseUrl, close } = await startEmulator();
  onTestFinished(close);
  const port = Number(new URL(baseUrl).port);
  await expect(startEmulator({ port })).rejects.toThrow(`The port ${port} is in use.`);
});

test('a refused upload leaves its connection usable', async () => {
  const { baseUrl, apiKey, close } = await startEmulator();
  onTestFinished(close);
  const { ticket } = await new Offcut({ baseUrl, apiKey }).call('createUpload');
  const send = async (to: string): Promise<unknown> => {
    const body = new FormData();
    body.append('file', new File([await readFile('public/sample/talk.mp4')], 'talk.mp4'));
    return (await fetch(`${baseUrl}/v1/uploads/${to}/file`, { method: 'POST', body })).json();
  };
  expect(await send('tkt_none')).toMatchObject({ errorCode: 'TICKET_NOT_FOUND' });
  expect(await send(ticket)).toMatchObject({ success: true });
});

test('two emulators at once have two states', async () => {
  const [one, other] = await Promise.all([startEmulator(), startEmulator()]);
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
  await new Offcut(one).canvases.create({ title: 'only here' });
  expect(await new Offcut(one).call('listCanvases')).toHaveLength(1);
  expect(await new Offcut(other).call('listCanvases')).toHaveLength(0);
});
