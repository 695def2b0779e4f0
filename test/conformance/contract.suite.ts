import { afterAll, beforeAll, beforeEach, describe, expect, type RunnerTask } from 'vitest';
import { failures } from '#core/lib/failure.ts';
import { canvases } from './contract/canvases.ts';
import { createClient, seenCodes, type Client } from './contract/client.ts';
import { media } from './contract/media.ts';
import { models } from './contract/models.ts';
import { mounts } from './contract/mounts.ts';
import { protocol } from './contract/protocol.ts';
import { runs } from './contract/runs.ts';
import { shapes } from './contract/shapes.ts';
import type { ContractOptions } from './contract/target.ts';
import { timing } from './contract/timing.ts';
import { uploads } from './contract/uploads.ts';

export type { ContractOptions, ContractTarget } from './contract/target.ts';

const noCaps = { maxFileBytes: null, maxStorageBytes: null, requestsPerMinute: null, ticketSeconds: null };

/** The contract, tested over HTTP alone: every implementation of the API must pass it. */
export function contractSuite({ name, isScripted, start }: ContractOptions): void {
  describe(`contract: ${name}`, () => {
    let client: Client | undefined;
    const getClient = (): Client => {
      if (!client) {
        throw new Error('the target did not start');
      }
      return client;
    };
    beforeAll(async () => {
      seenCodes.clear();
      client = createClient(await start());
    });
    afterAll(async () => client?.target.close());
    // Each test starts with an account like that of a new browser; materials and jobs of earlier tests remain.
    beforeEach(async () => {
      await getClient().sandbox('PUT', '/caps', noCaps);
      await getClient().sandbox('PUT', '/plan', { plan: 'local' });
      await getClient().sandbox('PUT', '/credits', { credits: 500 });
      getClient().target.script?.setRunMs(20);
    });

    describe('shapes', () => shapes(getClient));
    describe('mounts', () => mounts(getClient));
    describe('protocol', () => protocol(getClient, isScripted));
    describe('uploads', () => uploads(getClient));
    describe('media', () => media(getClient));
    describe('models', () => models(getClient));
    describe('runs', () => runs(getClient));
    describe('canvases', () => canvases(getClient));
    if (isScripted) {
      describe('timing', () => timing(getClient));

      // oxlint-disable-next-line eslint/no-empty-pattern -- Vitest requires a destructuring pattern
      afterAll(({}, suite) => {
        if (isWhole(suite)) {
          expect(listUnseenCodes(), 'failure codes that no test reached over HTTP').toEqual([]);
        }
      });
    }
  });
}

/** Returns false if a name filter skips tests. */
const isWhole = (task: RunnerTask): boolean => (task.type === 'test' ? task.mode === 'run' : task.tasks.every(isWhole));

function listUnseenCodes(): string[] {
  // The codes of the local server's own HTTP are tested with it.
  const known = new Set([...seenCodes, 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']);
  return Object.keys(failures).filter((code) => !known.has(code));
}
