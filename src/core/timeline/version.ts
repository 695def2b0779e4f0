/** Grows when older documents must be upgraded to be read (`upgrade.ts`), with a migration step: older builds then keep off. */
export const documentVersion = 2;
