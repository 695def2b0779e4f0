import { createApi } from '../../src/api/api.ts';
import type { TestEngine } from './test-engine.ts';

type EngineApi = {
  readonly api: (request: Request) => Promise<Response>;
  /** A key of this API with all permissions. */
  readonly apiKey: string;
};

/** Creates the API over the store of an engine; `hasEngine` returns whether a page with an engine is open. */
export async function openEngineApi(engine: TestEngine, hasEngine = (): boolean => true): Promise<EngineApi> {
  const api = createApi({
    store: engine.store,
    bell: engine.bell,
    lab: engine.lab,
    base: new URL('https://offcut.test/'),
    manifest: [],
    deployedFiles: async () => [],
    hasEngine: async () => hasEngine(),
    fetchOutside: (input, init) => fetch(input, init),
  });
  const made = await api(new Request('https://offcut.test/sandbox/v1/keys', { method: 'POST' }));
  return { api, apiKey: ((await made.json()) as { data: { apiKey: string } }).data.apiKey };
}
