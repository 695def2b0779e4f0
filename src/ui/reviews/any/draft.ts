import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { beginSteps, redoStep, takeStep, undoStep, type Steps } from './steps.ts';

/** The user's unsaved edits to a part of a review. They survive a reload. */
export type Draft<T> = {
  readonly value: T;
  /** Replaces the value in one undo step. Consecutive changes with the same `gesture`, such as those of a slider, are one step. */
  readonly change: (value: T, gesture?: string) => void;
  /** Null without a step to undo or redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
};

/** The fields that distinguish the draft of a job from others. A job with a new proposal has a new `updatedAt`. */
type Drafted = Pick<JobView, 'id' | 'updatedAt'>;

const prefix = 'offcut:draft';
const getKey = ({ id, updatedAt }: Drafted, part: string): string => `${prefix}:${id}:${updatedAt}:${part}`;

/**
 * Returns a draft of `part` of a job's review. It starts with the stored draft of this tab if `read` accepts it, otherwise with
 * `first`. If the draft could not be stored, the browser asks before the user leaves the page.
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

/** Removes the stored drafts of a job that was decided on, or only those of its earlier proposals. */
export function dropDrafts({ id, updatedAt }: Drafted, { onlyEarlier = false } = {}): void {
  try {
    const ofJob = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}:${id}:`));
    for (const key of ofJob) {
      if (!onlyEarlier || !key.startsWith(`${prefix}:${id}:${updatedAt}:`)) {
        sessionStorage.removeItem(key);
      }
    }
  } catch {
    // Without storage there is no draft to remove.
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

/** Returns false if the browser cannot store the draft: it is too large, or storage is disabled. */
function keep(key: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
