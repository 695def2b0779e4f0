import type { AnyRun } from '#core/protocol/run.ts';

/** The runs of all recipes by recipe id: the export `run` of each `run.ts`. `folders.test.ts` checks that the list is complete. */
export const runs: Readonly<Record<string, AnyRun>> = Object.fromEntries(
  Object.entries(import.meta.glob<AnyRun>('./*/run.ts', { eager: true, import: 'run' })).map(([path, run]) => [
    path.split('/')[1],
    run,
  ]),
);
