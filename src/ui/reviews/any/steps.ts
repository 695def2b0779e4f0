/** A value and what it was before, newest last: undo and redo have no limit. */
export type Steps<T> = {
  readonly past: readonly T[];
  readonly now: T;
  /** What was undone, what is next first. */
  readonly next: readonly T[];
  /** What the last step belongs to: '' for a step of its own. */
  readonly gesture: string;
};

export const beginSteps = <T>(now: T): Steps<T> => ({ past: [], now, next: [], gesture: '' });

/** Takes a step. One with the same `gesture` as the last, as the next value of a slider, replaces that. */
export function takeStep<T>({ past, now: before, gesture: last }: Steps<T>, now: T, gesture = ''): Steps<T> {
  const goesOn = gesture !== '' && gesture === last;
  return { past: goesOn ? past : [...past, before], now, next: [], gesture };
}

/** Goes a step back; the same where there is none. */
export function undoStep<T>(steps: Steps<T>): Steps<T> {
  const last = steps.past.at(-1);
  return last === undefined
    ? steps
    : { past: steps.past.slice(0, -1), now: last, next: [steps.now, ...steps.next], gesture: '' };
}

/** Takes again what was undone last; the same where nothing was. */
export function redoStep<T>(steps: Steps<T>): Steps<T> {
  const [first, ...next] = steps.next;
  return first === undefined ? steps : { past: [...steps.past, steps.now], now: first, next, gesture: '' };
}
