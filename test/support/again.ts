import type { TestContext } from 'vitest';

/** Whether a test is run again as it has failed: what it has left half done must not fail it once more. */
export const isAgain = ({ task }: TestContext): boolean => (task.result?.retryCount ?? 0) > 0;
