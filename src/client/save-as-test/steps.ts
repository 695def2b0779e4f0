import type { LoggedCall } from './har.ts';

/** The outcome to declare before a call, so that the emulator proposes or fails as the log says. */
type DeclaredOutcome = {
  readonly proposal?: unknown;
  readonly failWith?: string;
  readonly seconds?: number;
};

/** A call of the test. */
export type Step = LoggedCall & {
  /** Whether the call is repeated until the job waits for review or has ended. */
  readonly isWait: boolean;
  readonly outcome: DeclaredOutcome | null;
};

/** The duration of a run that is canceled, in seconds: longer than a test. */
const canceledSeconds = 3600;

const jobPath = /^\/v1\/jobs\/([^/?]+)$/;
const reviewPath = /^\/v1\/jobs\/[^/?]+\/review$/;
const eventsPath = /^\/v1\/jobs\/([^/?]+)\/events$/;

/**
 * Returns the calls to repeat in a test. Polls for a job become one wait for its next state, and so do its event streams. Calls that
 * a fault of the lab answered are left out, unless the log contains the call that added the fault.
 */
export function toSteps(calls: readonly LoggedCall[]): Step[] {
  const hasFaults = calls.some(({ method, path }) => method === 'POST' && path.startsWith('/sandbox/v1/faults'));
  const kept = calls.filter(({ answerHeaders }) => hasFaults || !answerHeaders.has('x-offcut-fault'));
  return kept.flatMap((call, index): Step[] => {
    const later = kept.slice(index + 1);
    const [, watched] = eventsPath.exec(call.path) ?? [];
    if (watched !== undefined) {
      // A wait would end too late for a run that is canceled meanwhile.
      const next = later.find(({ path }) => path.includes(watched));
      const isCanceled = next?.path.endsWith('/cancel') === true;
      return isCanceled || call.status !== 200 ? [] : [toWait(call, `/v1/jobs/${watched}`)];
    }
    if (jobPath.test(call.path) && call.method === 'GET' && call.status === 200) {
      return isOpen(call) ? [] : [{ ...call, isWait: true, outcome: null }];
    }
    return [{ ...call, isWait: false, outcome: findOutcome(call, kept.slice(0, index), later) }];
  });
}

/** A wait for a job whose event stream the log does not contain: its state is not known. */
const toWait = (call: LoggedCall, path: string): Step => ({
  ...call,
  path,
  headers: new Map([...call.headers].filter(([name]) => name === 'authorization')),
  answer: undefined,
  answerType: 'application/json',
  isWait: true,
  outcome: null,
});

const isOpen = ({ answer }: LoggedCall): boolean => {
  const status = getField(getField(answer, 'data'), 'status');
  return status === 'queued' || status === 'running';
};

/** Finds how the run of a call, or of the review of a proposal, ended, or what it proposed. */
function findOutcome(
  call: LoggedCall,
  earlier: readonly LoggedCall[],
  later: readonly LoggedCall[],
): DeclaredOutcome | null {
  const isRun = call.method === 'POST' && call.path.startsWith('/v1/run/');
  const isReview = call.method === 'POST' && reviewPath.test(call.path) && call.status === 200;
  const errorCode = getField(call.answer, 'errorCode');
  if (isRun && call.status === 422 && typeof errorCode === 'string') {
    return { failWith: errorCode };
  }
  const jobId = isRun || isReview ? getJobId(call) : undefined;
  // A call that joins a run starts none.
  const isJoined = isRun && earlier.some((one) => getJobId(one) === jobId);
  return jobId === undefined || isJoined ? null : findOutcomeOfJob(jobId, later);
}

function getJobId({ answer }: LoggedCall): string | undefined {
  const id = getField(getField(answer, 'data'), 'id');
  return typeof id === 'string' ? id : undefined;
}

function findOutcomeOfJob(jobId: string, later: readonly LoggedCall[]): DeclaredOutcome | null {
  for (const { method, path, status, answer } of later.filter((one) => one.path.includes(jobId))) {
    const job = getField(answer, 'data');
    const proposal = getField(job, 'proposal');
    const errorCode = getField(getField(job, 'error'), 'errorCode');
    if (method === 'POST' && path.endsWith('/cancel') && status === 200) {
      return { seconds: canceledSeconds };
    }
    if (proposal !== undefined) {
      return { proposal };
    }
    if (getField(job, 'status') === 'failed' && typeof errorCode === 'string') {
      return { failWith: errorCode };
    }
  }
  return null;
}

/** Returns a field of a JSON value; undefined if it has none. */
export function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
