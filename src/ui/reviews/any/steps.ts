/** A value and its history, newest last. Undo and redo have no limit. */
export type Steps<T> = {
  readonly past: readonly T[];
  readonly now: T;
  /** The undone values, the next one to redo first. */
  readonly next: readonly T[];
  /** The gesture of the last step: '' for a step without a gesture. */
  readonly gesture: string;
};

export const beginSteps = <T>(now: T): Steps<T> => ({ past: [], now, next: [], gesture: '' });

/** Adds a step. A step with the same `gesture` as the last one, such as the next value of a slider, replaces it. */
export function takeStep<T>({ past, now: before, gesture: last }: Steps<T>, now: T, gesture = ''): Steps<T> {
  const goesOn = gesture !== '' && gesture === last;
  return { past: goesOn ? past : [...past, before], now, next: [], gesture };
}

/** Undoes a step. Returns the same steps if there is nothing to undo. */
export function undoStep<T>(steps: Steps<T>): Steps<T> {
  const last = steps.past.at(-1);
  return last === undefined
    ? steps
    : { past: steps.past.slice(0, -1), now: last, next: [steps.now, ...steps.next], gesture: '' };
}

/** Redoes the last undone step. Returns the same steps if there is nothing to redo. */
export function redoStep<T>(steps: Steps<T>): Steps<T> {
  const [first, ...next] = steps.next;
  return first === undefined ? steps : { past: [...steps.past, steps.now], now: first, next, gesture: '' };
}
