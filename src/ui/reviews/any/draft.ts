import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { beginSteps, redoStep, takeStep, undoStep, type Steps } from './steps.ts';

/** What somebody is making of a part of a review, which a reload does not lose. */
export type Draft<T> = {
  readonly value: T;
  /** Makes it another, as one step; steps with the same `gesture` in a row, as those of a slider, are one. */
  readonly change: (value: T, gesture?: string) => void;
  /** Null where there is nothing to be undone, or redone. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
};

/** The least of a job that tells a draft from those of others: a job that proposes again has another `updatedAt`. */
type Drafted = Pick<JobView, 'id' | 'updatedAt'>;

const prefix = 'offcut:draft';
const getKey = ({ id, updatedAt }: Drafted, part: string): string => `${prefix}:${id}:${updatedAt}:${part}`;

/**
 * A draft of `part` of the review of a job; it begins with `first`, or with what this tab has kept and `read` takes. The browser
 * asks before the page is left only where the draft could not be kept.
 */
export function useDraft<T>(job: Drafted, part: string, first: () => T, read: (kept: unknown) => T | null): Draft<T> {
  const key = getKey(job, part);
  const [steps, setSteps] = useState<Steps<T>>(() => beginSteps(readKept(key, read) ?? first()));
  const isKept = useMemo(() => steps.past.length + steps.next.length === 0 || keep(key, steps.now), [key, steps]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isKept) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isKept]);
  return {
    value: steps.now,
    change: (value, gesture) => setSteps((before) => takeStep(before, value, gesture)),
    undo: steps.past.length === 0 ? null : () => setSteps(undoStep),
    redo: steps.next.length === 0 ? null : () => setSteps(redoStep),
  };
}

/** Forgets what this tab has kept of a job that was decided on, or of its earlier proposals. */
export function dropDrafts({ id, updatedAt }: Drafted, { onlyEarlier = false } = {}): void {
  try {
    const ofJob = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}:${id}:`));
    for (const key of ofJob) {
      if (!onlyEarlier || !key.startsWith(`${prefix}:${id}:${updatedAt}:`)) {
        sessionStorage.removeItem(key);
      }
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function readKept<T>(key: string, read: (kept: unknown) => T | null): T | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    return null;
  }
}

/** False where the browser does not keep it, as it is too large or storage is switched off. */
function keep(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
