import type { RunnerTask } from 'vitest';
import { failures } from '#core/lib/failure.ts';
import { canvases } from './canvases.ts';
import { createClient, seenCodes, type Client } from './client.ts';
import { media } from './media.ts';
import { models } from './models.ts';
import { mounts } from './mounts.ts';
import { protocol } from './protocol.ts';
import { runs } from './runs.ts';
import { shapes } from './shapes.ts';
import type { ContractOptions } from './target.ts';
import { afterAll, beforeAll, beforeEach, describe, expect } from './test-api.ts';
import { timing } from './timing.ts';
import { uploads } from './uploads.ts';

export type { ContractOptions, ContractTarget } from './target.ts';

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
      if (getClient().target.hasSandbox === false) {
        return;
      }
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
