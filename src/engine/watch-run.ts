import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';

/** A run without progress for this time fails, so that it does not block the jobs behind it. */
const stallMs = 10 * 60_000;

const stallMessage =
  'The run made no progress for ten minutes and was stopped; try again. If it happens again, convert the video first.';

export type RunWatch = {
  /** Rejects if the run must end early; never resolves. */
  readonly canceled: Promise<never>;
  /** Ends the run for this reason. */
  readonly stopRun: (reason: unknown) => void;
  /** Records that the run makes progress. */
  readonly touch: () => void;
  readonly end: () => void;
  /** True after `end`: later reports of the attempt are ignored, because another attempt may be running. */
  readonly isOver: boolean;
};

/** Watches for a cancellation of the job or a restored snapshot, which the bell announces, and for a stalled run. */
export function watchRun({ store, bell }: { readonly store: Store; readonly bell: Bell }, id: string): RunWatch {
  const { promise: canceled, reject: stopRun } = createDeferred<never>();
  canceled.catch(() => undefined);
  let stall: ReturnType<typeof setTimeout> | undefined;
  const touch = (): void => {
    clearTimeout(stall);
    stall = setTimeout(() => stopRun(new Failure('INTERNAL', { message: stallMessage })), stallMs);
  };
  const look = async (): Promise<void> => {
    const row = await store.get('jobs', id);
    if (row?.status !== 'running' || row.isCancelRequested) {
      stopRun(new Failure('CANCELED'));
    }
  };
  const unsubscribe = bell.listen((table) => {
    if (table === 'jobs') {
      look().catch(stopRun);
    }
  });
  touch();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(stall);
    unsubscribe();
  };
  return {
    canceled,
    stopRun,
    touch,
    end,
    get isOver() {
      return isOver;
    },
  };
}
