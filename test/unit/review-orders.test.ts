import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeferred, type Deferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import type { JobView } from '#operations/jobs.ts';
import { openEngineApi } from '../support/engine-api.ts';
import { createReviewRun } from '../support/review-recipe/run.ts';
import { testMaterial } from '../support/rows.ts';
import { TestEngine } from '../support/test-engine.ts';

vi.mock('../../src/recipes/list.ts', async (importReal) => {
  const { withCutBeginning } = await import('../support/review-recipe/with-cut-beginning.ts');
  return withCutBeginning(await importReal<{ recipes: object }>());
});

type Body = { success: boolean; data: JobView; errorCode: string; message: string };
type Half = 'propose' | 'make';

/** The state of a job at the time of a decision: its status, and its next step. */
const places = [
  'queued to propose',
  'running to propose',
  'awaiting_review',
  'queued to make',
  'running to make',
  'queued to propose again',
  'running to propose again',
  'completed',
  'failed',
  'canceled',
] as const;
type Place = (typeof places)[number];

const decisions = ['approve', 'regenerate', 'reject', 'cancel'] as const;

let engine: TestEngine;
let api: (request: Request) => Promise<Response>;
let apiKey: string;
/** The half of a run that waits until its gate opens, and the number of runs that have reached it. */
let gate: { half: Half; opens: Deferred<void>; arrived: number } | null;

beforeEach(async () => {
  gate = null;
  engine = await TestEngine.open();
  ({ api, apiKey } = await openEngineApi(engine));
});

afterEach(async () => {
  openGate();
  await engine.close();
});

function openGate(): void {
  gate?.opens.resolve();
  gate = null;
}

function shutGate(half: Half): void {
  gate = { half, opens: createDeferred(), arrived: 0 };
}

async function pass(half: Half): Promise<void> {
  if (gate?.half === half) {
    gate.arrived += 1;
    await gate.opens.promise;
  }
}

function startEngine(): void {
  const run = createReviewRun(engine.store.bytes);
  const gated: typeof run = {
    analysed: run.analysed,
    propose: async (...given) => {
      await pass('propose');
      return run.propose(...given);
    },
    make: async (...given) => {
      await pass('make');
      return run.make(...given);
    },
  };
  engine.startRuns({ 'cut-beginning': gated });
}

async function call(method: string, path: string, body?: object): Promise<{ status: number; body: Body }> {
  const response = await api(
    new Request(`https://offcut.test/${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: (await response.json()) as Body };
}

const find = async (id: string): Promise<JobView> => (await call('GET', `v1/jobs/${id}`)).body.data;

async function reach(id: string, status: JobView['status']): Promise<JobView> {
  await expect.poll(async () => (await find(id)).status).toBe(status);
  return find(id);
}

const start = async (parameters: object = {}): Promise<string> =>
  (await call('POST', 'v1/run/cut-beginning', { material: testMaterial.id, ...parameters })).body.data.id;

const decide = (id: string, decision: (typeof decisions)[number]) =>
  decision === 'cancel'
    ? call('POST', `v1/jobs/${id}/cancel`)
    : call('POST', `v1/jobs/${id}/review`, {
        decision,
        ...(decision === 'regenerate' && { parameters: { cutSeconds: 2 } }),
      });

/** The available credits, and the kinds of the ledger's entries, by their letters. */
async function readCredits(): Promise<[number, string]> {
  const account = (await call('GET', 'v1/me')).body.data as unknown as { creditsRemaining: number };
  const ledger = (await call('GET', 'v1/ledger')).body.data as unknown as { kind: string }[];
  const kinds = ledger.map(({ kind }) => kind).filter((kind) => kind !== 'grant');
  return [account.creditsRemaining, kinds.toSorted().join(' ')];
}

/** Creates a job in that state; its engine runs, unless the job is queued. */
async function bring(place: Place): Promise<string> {
  const [status, , half, again] = place.split(' ') as [JobView['status'], string?, Half?, string?];
  const isFirst = half === 'propose' && again === undefined;
  if (isFirst || status === 'failed') {
    if (status === 'running') {
      shutGate('propose');
    }
    const id = await start(status === 'failed' ? { cutSeconds: 11 } : {});
    if (status !== 'queued') {
      startEngine();
    }
    await stand(id, status);
    return id;
  }
  const id = await start();
  startEngine();
  await reach(id, 'awaiting_review');
  if (status === 'queued') {
    await engine.close();
  }
  if (status === 'running' && half) {
    shutGate(half);
  }
  if (status !== 'awaiting_review') {
    const to = { completed: 'approve', canceled: 'reject' } as const;
    const isEnd = status === 'completed' || status === 'canceled';
    await decide(id, isEnd ? to[status] : half === 'make' ? 'approve' : 'regenerate');
  }
  await stand(id, status);
  return id;
}

/** Waits until the job has the status, and a run of it has reached the gate. */
async function stand(id: string, status: JobView['status']): Promise<void> {
  await reach(id, status);
  if (status === 'running') {
    await expect.poll(() => gate?.arrived).toBe(1);
  }
}

/** Opens all gates and starts the engine if it has stopped. Returns the job after it has come to rest. */
async function rest(id: string, place: Place): Promise<JobView> {
  openGate();
  if (place.startsWith('queued')) {
    startEngine();
  }
  await expect.poll(async () => (await find(id)).status).not.toMatch(/queued|running/);
  return find(id);
}

/** The final state of a job without further calls, and its credits there. */
const getRest = (place: Place): [JobView['status'], number, string] => {
  if (place === 'awaiting_review' || place.includes('propose')) {
    return ['awaiting_review', 495, 'reserve'];
  }
  return place === 'completed' || place.includes('make')
    ? ['completed', 495, 'charge reserve']
    : [place === 'failed' ? 'failed' : 'canceled', 500, 'release reserve'];
};

const hasEnded = (place: Place): boolean => /completed|failed|canceled/.test(place);

describe.each(places)('a job that is %s', (place) => {
  test.each(decisions)('applies or refuses %s, with the right credits', async (decision) => {
    const id = await bring(place);
    const answer = await decide(id, decision);
    const isTaken = decision === 'cancel' ? !hasEnded(place) : place === 'awaiting_review';
    if (!isTaken) {
      const errorCode = decision === 'cancel' ? 'NOT_CANCELABLE' : 'NOT_REVIEWABLE';
      expect(answer).toMatchObject({ status: 409, body: { success: false, errorCode } });
      expect(answer.body.message).toContain(`This job is ${place.split(' ')[0] ?? ''}`);
    }
    const end = await rest(id, place);
    const expected: [JobView['status'], number, string] = !isTaken
      ? getRest(place)
      : decision === 'approve'
        ? ['completed', 495, 'charge reserve']
        : decision === 'regenerate'
          ? ['awaiting_review', 495, 'reserve']
          : ['canceled', 500, 'release reserve'];
    expect([end.status, ...(await readCredits())]).toEqual(expected);
    expect(end.creditsCharged).toBe(end.status === 'completed');
  });

  test('keeps or continues the job after a restart, with the right credits', async () => {
    const id = await bring(place);
    const before = await find(id);
    if (place.startsWith('running')) {
      // The tab is closed in the middle of a run, whose later results are ignored.
      engine.pool.crash(new Failure('ENGINE_LOST'));
      await expect.poll(() => gate?.arrived).toBe(2);
    } else if (!place.startsWith('queued')) {
      await engine.close();
      startEngine();
    }
    const end = await rest(id, place);
    expect([end.status, ...(await readCredits())]).toEqual(getRest(place));
    if (!place.includes('to')) {
      expect(end).toEqual(before);
    }
  });
});

test('applies the first of approve and reject for one proposal, and answers the second with the state of the job', async () => {
  const id = await bring('awaiting_review');
  shutGate('make');
  expect((await decide(id, 'approve')).status).toBe(200);
  for (const decision of ['approve', 'reject', 'regenerate'] as const) {
    expect(await decide(id, decision)).toMatchObject({ status: 409, body: { errorCode: 'NOT_REVIEWABLE' } });
  }
  openGate();
  expect(await reach(id, 'completed')).toMatchObject({ creditsCharged: true });
  expect(await readCredits()).toEqual([495, 'charge reserve']);
});

test('cancels a job during a repeated analysis, although its proposal arrives a moment later', async () => {
  const id = await bring('running to propose again');
  const canceling = await decide(id, 'cancel');
  expect(canceling.status).toBe(200);
  expect(await rest(id, 'running to propose again')).toMatchObject({ status: 'canceled' });
  expect((await find(id)).proposal).toBeUndefined();
  expect(await readCredits()).toEqual([500, 'release reserve']);
});

test('executes a job with approval in advance without a review, charges it once, and cancels it without a charge', async () => {
  startEngine();
  const made = await start({ autoApprove: true });
  expect(await reach(made, 'completed')).toMatchObject({ creditsCharged: true });
  expect(await readCredits()).toEqual([495, 'charge reserve']);
  shutGate('make');
  const other = await start({ autoApprove: true, cutSeconds: 3 });
  await expect.poll(() => gate?.arrived).toBe(1);
  expect(await decide(other, 'approve')).toMatchObject({ status: 409, body: { errorCode: 'NOT_REVIEWABLE' } });
  expect((await decide(other, 'cancel')).status).toBe(200);
  expect(await reach(other, 'canceled')).toMatchObject({ creditsCharged: false });
  expect(await readCredits()).toEqual([495, 'charge release reserve reserve']);
});

test('executes a waiting proposal that is requested again without a review', async () => {
  const id = await bring('awaiting_review');
  const parameters = { autoApprove: true, cutSeconds: 2 };
  await call('POST', `v1/jobs/${id}/review`, { decision: 'regenerate', parameters });
  expect(await reach(id, 'completed')).toMatchObject({ input: parameters, creditsCharged: true });
  expect(await readCredits()).toEqual([495, 'charge reserve']);
});

test('fails the job and returns its credits if the result cannot be created after the approval', async () => {
  const id = await bring('running to make');
  engine.pool.crash(new Failure('STORAGE_FULL'));
  expect(await reach(id, 'failed')).toMatchObject({ error: { errorCode: 'STORAGE_FULL' }, creditsCharged: false });
  expect(await readCredits()).toEqual([500, 'release reserve']);
});
