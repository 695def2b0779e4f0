import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { knownModels } from '#core/model/manifest.ts';
import { isShipped, type MatteEntry, type ModelEntry } from '#core/model/models.ts';
import { systemClock, type Clock } from '#core/lib/time.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import { createApi } from '../../src/api/api.ts';
import type { Timing } from '../../src/api/ports.ts';
import { createClient, type Client } from '#conformance/client.ts';
import type { ContractTarget } from '#conformance/contract.suite.ts';
import { createScriptedEngine, type ScriptedEngine } from './scripted-engine.ts';
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

/** A notifier within one thread. */
export function createLocalBell(): Bell {
  const ears = new Set<(table: string) => void>();
  return {
    ring: (table) => {
      for (const hear of ears) {
        hear(table);
      }
    },
    listen: (hear) => {
      ears.add(hear);
      return () => ears.delete(hear);
    },
  };
}

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

export type NodeApi = ContractTarget & { readonly store: Store; readonly bell: Bell; readonly engine: ScriptedEngine };

/** The whole API in Node with a store in memory, and a client of it; both end with the test that requests them. */
export async function openNodeApi(
  options: Partial<Parameters<typeof startNodeApi>[0]> = {},
): Promise<{ api: NodeApi; client: Client }> {
  const api = await startNodeApi({ store: createMemoryStore(), ...options });
  onTestFinished(() => api.close());
  return { api, client: createClient(api) };
}

/** Creates the whole API in Node, with an engine that tests control. */
export async function startNodeApi(options: {
  store: Store;
  baseUrl?: string;
  clock?: Clock;
  /** All installed models; by default one, in addition to those that the product knows. */
  models?: readonly ModelEntry[];
  timing?: Partial<Timing>;
}): Promise<NodeApi> {
  const { store, baseUrl = 'https://offcut.test/', clock = systemClock, models, timing: ownTiming } = options;
  const manifest = models ?? [...knownModels.filter((one) => !isShipped(one)), personModel];
  const deployed = models ?? [personModel];
  const bell = createLocalBell();
  const engine = createScriptedEngine(store, bell, await fixture('short.alpha.webm'));
  const timing = { ...testTiming, ...ownTiming };
  const api = createApi({
    store,
    bell,
    clock,
    base: new URL(baseUrl),
    manifest,
    deployedFiles: async () => deployed.flatMap((model) => model.variants.map((one) => one.file)),
    hasEngine: async () => engine.isOpen(),
    fetchOutside: (input, init) => fetch(input, init),
    timing,
  });
  const call = (url: string, init?: RequestInit): Promise<Response> => api(new Request(url, init));
  const made = await call(`${baseUrl}sandbox/v1/keys`, { method: 'POST' });
  const { data } = (await made.json()) as { data: { apiKey: string } };
  return {
    baseUrl,
    fetch: call,
    sandboxFetch: call,
    apiKey: data.apiKey,
    fixtures: {
      video: await fixture('short.mp4'),
      otherVideo: await fixture('empty.mp4'),
      model: await shippedWeights(144),
    },
    script: engine,
    close: () => engine.stop(),
    store,
    bell,
    engine,
  };
}
