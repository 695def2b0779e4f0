import type { DataOf } from '#ui/app/client.ts';
import { call } from '#ui/app/client.ts';
import { toCount, toDuration, toNumber } from '#ui/kit/format.ts';

/** The settings and the rules of the lab. */
export type LabState = { readonly lab: DataOf<'getLab'>; readonly faults: DataOf<'listFaults'> };

type Lab = LabState['lab'];
type Fault = LabState['faults'][number];
type Account = DataOf<'getAccount'>;

/** One change that makes the API behave unusually, and how to undo it. */
export type Change = {
  readonly id: string;
  readonly words: string;
  readonly undoLabel: string;
  readonly undo: () => Promise<unknown>;
};

/** Lists the active changes. Those of the account are missing until it is read. */
export function listChanges({ lab, faults }: LabState, account: Account | null): Change[] {
  return [
    ...listSettings(lab),
    ...faults.filter(isLeft).map((fault) => ({
      id: fault.id,
      words: toFaultWords(fault),
      undoLabel: 'Remove',
      undo: () => call('deleteFault', { params: { faultId: fault.id } }),
    })),
    ...(account ? listAccountChanges(account) : []),
  ];
}

/** Whether a rule still affects calls. */
const isLeft = ({ times, applied }: Fault): boolean => times === null || applied < times;

function listSettings({ clock, latency, engine, seed }: Lab): Change[] {
  const changes: (Change | false)[] = [
    clock.mode !== 'real' && {
      id: 'clock',
      words: toClockWords(clock),
      undoLabel: 'Use real time',
      undo: () => call('setClock', { body: { mode: 'real' } }),
    },
    latency.kind !== 'none' && {
      id: 'latency',
      words: `Answers are late by ${latency.kind === 'fixed' ? latency.seconds : latency.medianSeconds} s${latency.kind === 'fixed' ? '' : ' in the median'}`,
      undoLabel: 'Remove',
      undo: () => call('setLatency', { body: { kind: 'none' } }),
    },
    engine.state === 'paused' && {
      id: 'engine',
      words: 'The engine is paused',
      undoLabel: 'Resume',
      undo: () => call('controlEngine', { body: { action: 'resume' } }),
    },
    engine.state === 'crashed' && {
      id: 'engine',
      words: 'The engine has crashed',
      undoLabel: 'Restart',
      undo: () => call('controlEngine', { body: { action: 'restart' } }),
    },
    engine.factor !== 1 && {
      id: 'slow',
      words: `Runs take ${toNumber(engine.factor)} times as long`,
      undoLabel: 'Use normal speed',
      undo: () => call('controlEngine', { body: { action: 'slow', factor: 1 } }),
    },
    seed !== null && {
      id: 'seed',
      words: `Ids and keys come from the seed ${seed}`,
      undoLabel: 'Use random ids',
      undo: () => call('setSeed', { body: { seed: null } }),
    },
  ];
  return changes.filter((change) => change !== false);
}

export function toClockWords({ mode, now, seconds }: Lab['clock']): string {
  if (mode === 'frozen') {
    return `The clock is frozen at ${now.replace('T', ' ').slice(0, 19)} UTC`;
  }
  const offset = seconds ?? 0;
  return `The clock is ${toDuration(Math.abs(offset))} ${offset < 0 ? 'behind' : 'ahead'}`;
}

function toFaultWords({ match, effect, times, applied }: Fault): string {
  const target = match.operation ?? 'any call';
  const recipe = match.recipeId === undefined ? '' : ` of ${match.recipeId}`;
  const left = times === null ? 'until removed' : `${toCount(times - applied, 'time')} left`;
  return `${toEffectWords(effect)} for ${target}${recipe}, ${left}`;
}

function toEffectWords(effect: Fault['effect']): string {
  if ('errorCode' in effect) {
    return effect.errorCode;
  }
  if ('failRunWith' in effect) {
    return `Run fails with ${effect.failRunWith}`;
  }
  if ('delaySeconds' in effect) {
    return `Delay of ${effect.delaySeconds} s`;
  }
  return 'crashEngineAt' in effect
    ? `Engine crash at ${Math.round(100 * effect.crashEngineAt)} %`
    : `Disconnect after ${toCount(effect.disconnectAfterBytes, 'byte')}`;
}

/** The changes of the account that make the API refuse calls. */
function listAccountChanges({ plan, caps, creditsRemaining }: Account): Change[] {
  const capChanges = capWords.flatMap(({ cap, toWords }): Change[] => {
    const value = caps[cap];
    return value === null
      ? []
      : [
          {
            id: cap,
            words: toWords(value),
            undoLabel: 'Remove',
            undo: () => call('setCaps', { body: { [cap]: null } }),
          },
        ];
  });
  return [
    ...(creditsRemaining === 0
      ? [
          {
            id: 'credits',
            words: 'No credits',
            undoLabel: 'Set 500 credits',
            undo: () => call('setCredits', { body: { credits: 500 } }),
          },
        ]
      : []),
    ...(plan === 'free'
      ? [
          {
            id: 'plan',
            words: 'The plan is "free"',
            undoLabel: 'Use the plan "local"',
            undo: () => call('setPlan', { body: { plan: 'local' } }),
          },
        ]
      : []),
    ...capChanges,
  ];
}

const capWords: readonly { cap: keyof Account['caps']; toWords: (value: number) => string }[] = [
  { cap: 'maxFileBytes', toWords: (bytes) => `Files may have ${toCount(bytes, 'byte')}` },
  { cap: 'maxStorageBytes', toWords: (bytes) => `The storage may have ${toCount(bytes, 'byte')}` },
  { cap: 'requestsPerMinute', toWords: (count) => `${toCount(count, 'request')} per minute and key` },
  { cap: 'ticketSeconds', toWords: (seconds) => `Upload tickets expire after ${toDuration(seconds)}` },
];
