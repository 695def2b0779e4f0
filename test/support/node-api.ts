import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import type { MatteEntry } from '#core/model/models.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';
import type { Timing } from '../../src/api/ports.ts';
import { createClient, type Client } from '#conformance/client.ts';
import type { ContractTarget } from '#conformance/contract.suite.ts';
import { shippedWeights } from './shipped-model.ts';

/**
 * Heartbeats are frequent. Limits are for calls that hang, and a busy machine must not reach them; a test of a limit
 * sets its own.
 */
const testTiming: Timing = {
  outcomeMs: 20_000,
  heartbeatMs: 40,
  pollMs: 50,
  engineGraceMs: 200,
  stallMs: 5_000,
  agentMs: 20_000,
};

const fixture = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(`../fixtures/sample/${name}`, import.meta.url)));

/** A model that is installed as far as the API can determine. */
export const personModel: MatteEntry = {
  id: 'person-model',
  task: 'matting',
  name: 'Person',
  family: 'matte-nano',
  licence: 'MIT',
  source: 'test',
  rank: 1,
  isRecommended: true,
  normalisation: { mean: [0, 0, 0], deviation: [1, 1, 1] },
  state: 'none',
  subject: 'person',
  summary: 'For tests.',
  variants: [
    {
      file: 'person.onnx',
      bytes: 1,
      sha256: 'a'.repeat(64),
      width: 256,
      height: 256,
      address: null,
      isReachableFromPage: true,
    },
  ],
};

export type NodeApi = ContractTarget & { readonly emulator: Emulator };

/** The whole API in Node with a store in memory, and a client of it; both end with the test that requests them. */
export async function openNodeApi(options: EmulatorOptions = {}): Promise<{ api: NodeApi; client: Client }> {
  const api = await startNodeApi(options);
  onTestFinished(() => api.close());
  return { api, client: createClient(api) };
}

/** Starts an emulator with the calls of the contract's tests. */
export async function startNodeApi({
  baseUrl = 'https://offcut.test/',
  timing,
  ...options
}: EmulatorOptions = {}): Promise<NodeApi> {
  const emulator = new Emulator({ baseUrl, timing: { ...testTiming, ...timing }, ...options });
  const call = (url: string, init?: RequestInit): Promise<Response> => emulator.handle(new Request(url, init));
  return {
    baseUrl,
    fetch: call,
    sandboxFetch: call,
    apiKey: await emulator.createKey('API key'),
    fixtures: {
      video: await fixture('short.mp4'),
      otherVideo: await fixture('empty.mp4'),
      model: await shippedWeights(144),
    },
    script: {
      setRunMs: (ms) => emulator.setSeconds(ms / 1000),
      failNext: (code) => emulator.declareNext({ failWith: code }),
      setOpen: (isOpen) => (isOpen ? emulator.start() : emulator.stop()),
    },
    close: async () => emulator.stop(),
    emulator,
  };
}
