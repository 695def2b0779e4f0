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
    const [earlier, later] = [kept.slice(0, index), kept.slice(index + 1)];
    if (eventsPath.test(call.path)) {
      return toWaits(call, later);
    }
    if (isPoll(call)) {
      return isOpen(call) ? [] : [{ ...call, isWait: true, outcome: null }];
    }
    const step = { ...call, isWait: false, outcome: findOutcome(call, earlier, later) };
    const stream = isReview(call) ? findOpenStream(call.path, earlier, later) : undefined;
    return stream ? [step, toWait(stream)] : [step];
  });
}

const isPoll = ({ method, path, status }: LoggedCall): boolean =>
  method === 'GET' && status === 200 && jobPath.test(path);

const isReview = ({ method, path, status }: LoggedCall): boolean =>
  method === 'POST' && status === 200 && reviewPath.test(path);

/** Returns the wait for an event stream. There is none if the client did not wait, or canceled the run. */
function toWaits(stream: LoggedCall, later: readonly LoggedCall[]): Step[] {
  const path = toJobPath(stream.path);
  const next = later.find((one) => one.path.startsWith(path) && !(isPoll(one) && isOpen(one)));
  if (stream.status !== 200 || next?.path.endsWith('/cancel') || isOpen(stream)) {
    return [];
  }
  // The last state of a stream that was open during a review is from after the review.
  const isReviewed = later.some((one) => isReview(one) && one.path.startsWith(path));
  const isEarly = isReviewed && getStatus(stream) !== 'awaiting_review';
  return [toWait(isEarly ? { ...stream, answer: undefined } : stream)];
}

/** Finds the event stream that followed a job during a review, if nothing else follows the job after the review. */
const findOpenStream = (
  reviewed: string,
  earlier: readonly LoggedCall[],
  later: readonly LoggedCall[],
): LoggedCall | undefined => {
  const path = toJobPath(reviewed);
  const isFollowed = later.some((one) => one.path === path || one.path === `${path}/events`);
  return isFollowed ? undefined : earlier.findLast((one) => one.path === `${path}/events`);
};

const toJobPath = (path: string): string => path.replace(/\/(events|review)$/, '');

/** Replaces an event stream by a wait for its job. */
const toWait = (call: LoggedCall): Step => ({
  ...call,
  path: toJobPath(call.path),
  headers: new Map([...call.headers].filter(([name]) => name === 'authorization')),
  answerType: 'application/json',
  isWait: true,
  outcome: null,
});

const getStatus = ({ answer }: LoggedCall): unknown => getField(getField(answer, 'data'), 'status');

const isOpen = (call: LoggedCall): boolean => getStatus(call) === 'queued' || getStatus(call) === 'running';

/** Finds how the run of a call, or of the review of a proposal, ended, or what it proposed. */
function findOutcome(
  call: LoggedCall,
  earlier: readonly LoggedCall[],
  later: readonly LoggedCall[],
): DeclaredOutcome | null {
  const isRun = call.method === 'POST' && call.path.startsWith('/v1/run/');
  const errorCode = getField(call.answer, 'errorCode');
  if (isRun && call.status === 422 && typeof errorCode === 'string') {
    return { failWith: errorCode };
  }
  const jobId = isRun || isReview(call) ? getJobId(call) : undefined;
  // A call that joins a run starts none.
  const isJoined = isRun && earlier.some((one) => getJobId(one) === jobId);
  return jobId === undefined || isJoined ? null : findOutcomeOfJob(jobId, later);
}

function getJobId({ answer }: LoggedCall): string | undefined {
  const id = getField(getField(answer, 'data'), 'id');
  return typeof id === 'string' ? id : undefined;
}

function findOutcomeOfJob(jobId: string, later: readonly LoggedCall[]): DeclaredOutcome | null {
  for (const { method, path, status, answer, body } of later.filter((one) => one.path.includes(jobId))) {
    const job = getField(answer, 'data');
    // A log without event streams contains only a proposal that the client sent back.
    const sent = body?.kind === 'json' ? getField(body.value, 'proposal') : undefined;
    const proposal = getField(job, 'proposal') ?? sent;
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
