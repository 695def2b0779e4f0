import type { LabCall } from './lab-call.ts';

/** One situation that a client must survive, which one call creates. */
export type Scenario = {
  readonly id: string;
  readonly title: string;
  /** The effect, for the developer who provokes it. */
  readonly effect: string;
  readonly call: LabCall;
};

export type ScenarioGroup = { readonly title: string; readonly scenarios: readonly Scenario[] };

/** A run of any recipe. */
const anyRun = { operation: 'run:*' };

/** The situations of the lab, by topic. Each error code can also be provoked by itself (`toErrorCall`). */
export const scenarioGroups: readonly ScenarioGroup[] = [
  {
    title: 'Account',
    scenarios: [
      {
        id: 'out-of-credits',
        title: 'Out of credits',
        effect: 'The balance is 0, so runs end with INSUFFICIENT_CREDITS. Estimates show the blocker.',
        call: { name: 'setCredits', body: { credits: 0 } },
      },
      {
        id: 'free-plan',
        title: 'Free plan',
        effect: 'Results have a watermark.',
        call: { name: 'setPlan', body: { plan: 'free' } },
      },
      {
        id: 'rate-limited',
        title: 'Rate limited',
        effect: 'The next three runs end with RATE_LIMITED and a Retry-After header.',
        call: { name: 'addFault', body: { match: anyRun, effect: { errorCode: 'RATE_LIMITED' }, times: 3 } },
      },
      {
        id: 'storage-full',
        title: 'Storage full',
        effect: 'Uploads end with STORAGE_FULL, because the sandbox may store only one byte.',
        call: { name: 'setCaps', body: { maxStorageBytes: 1 } },
      },
      {
        id: 'file-too-large',
        title: 'File too large',
        effect: 'Files over 1 kB end with FILE_TOO_LARGE.',
        call: { name: 'setCaps', body: { maxFileBytes: 1000 } },
      },
    ],
  },
  {
    title: 'Time',
    scenarios: [
      {
        id: 'ticket-expired',
        title: 'Upload tickets expire',
        effect: 'The clock moves forward by 2 hours: open tickets end with TICKET_EXPIRED.',
        call: { name: 'advanceClock', body: { seconds: 2 * 3600 } },
      },
      {
        id: 'review-expired',
        title: 'Reviews expire',
        effect: 'The clock moves forward by 30 days: jobs that wait for review are canceled.',
        call: { name: 'advanceClock', body: { seconds: 30 * 24 * 3600 } },
      },
    ],
  },
  {
    title: 'Engine',
    scenarios: [
      {
        id: 'engine-crash',
        title: 'Engine crashes at 50%',
        effect:
          'The engine ends in the middle of the next run, as when its tab crashes. The run continues after a restart.',
        call: { name: 'addFault', body: { match: anyRun, effect: { crashEngineAt: 0.5 }, times: 1 } },
      },
      {
        id: 'engine-paused',
        title: 'Engine paused',
        effect: 'Runs stay in the queue until you resume the engine.',
        call: { name: 'controlEngine', body: { action: 'pause' } },
      },
      {
        id: 'engine-slow',
        title: 'Engine 4 times slower',
        effect: 'Runs take 4 times as long.',
        call: { name: 'controlEngine', body: { action: 'slow', factor: 4 } },
      },
      {
        id: 'no-subject',
        title: 'No subject found',
        effect: 'The next run fails with NO_SUBJECT while it works, and its credits are refunded.',
        call: { name: 'addFault', body: { match: anyRun, effect: { failRunWith: 'NO_SUBJECT' }, times: 1 } },
      },
    ],
  },
  {
    title: 'Network',
    scenarios: [
      {
        id: 'slow-network',
        title: 'Slow network',
        effect: 'Every answer is late, by 0.8 seconds in the median.',
        call: { name: 'setLatency', body: { kind: 'lognormal', medianSeconds: 0.8, sigma: 0.5, seed: 1 } },
      },
      {
        id: 'connection-lost',
        title: 'Connection lost',
        effect: 'The next run loses its connection after 20 bytes of the answer. The run itself continues.',
        call: { name: 'addFault', body: { match: anyRun, effect: { disconnectAfterBytes: 20 }, times: 1 } },
      },
      {
        id: 'late-answer',
        title: 'Late answer',
        effect: 'The next run is answered 15 seconds late.',
        call: { name: 'addFault', body: { match: anyRun, effect: { delaySeconds: 15 }, times: 1 } },
      },
    ],
  },
];
