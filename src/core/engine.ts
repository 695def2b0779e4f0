/**
 * Part of every run's fingerprint. Raise it whenever the same input would give another result, so that an earlier result is
 * not handed out for a run that would now be made differently.
 */
export const engineVersion = 3;

/** The Web Lock whose one holder may run jobs. That it is taken tells the others that somebody works. */
export const engineLockName = 'offcut:engine';
