import * as z from 'zod';
import { tables, type RowOf } from './records.ts';

const toRows = <T extends z.ZodType>(schema: T) => z.array(schema).default([]);

/**
 * The rows that a snapshot or a world contains. Caches (`errands`), the log of requests to other hosts, and the rows of the lab
 * itself are not part of the state.
 */
export const storedState = z.strictObject({
  account: toRows(tables.account.schema),
  keys: toRows(tables.keys.schema),
  tickets: toRows(tables.tickets.schema),
  assets: toRows(tables.assets.schema),
  jobs: toRows(tables.jobs.schema),
  checkpoints: toRows(tables.checkpoints.schema),
  canvases: toRows(tables.canvases.schema),
  versions: toRows(tables.versions.schema),
  documents: toRows(tables.documents.schema),
  replays: toRows(tables.replays.schema),
  measurements: toRows(tables.measurements.schema),
  models: toRows(tables.models.schema),
  bookings: toRows(tables.bookings.schema),
});
export type StateTable = keyof typeof storedState.shape;
export type State = { [T in StateTable]: RowOf<T>[] };

export const stateTables = Object.keys(storedState.shape).filter((name): name is StateTable =>
  Object.hasOwn(storedState.shape, name),
);

/** Returns the number of rows by table. */
export const countRows = (state: State): Record<string, number> =>
  Object.fromEntries(stateTables.map((table) => [table, state[table].length]));

/** Lists the names of the files that the rows need. Scratch files of unfinished steps are not among them. */
export const listStateFiles = ({
  assets,
  models,
  checkpoints,
}: Pick<State, 'assets' | 'models' | 'checkpoints'>): string[] => [
  ...new Set([
    ...assets.map(({ file }) => file),
    ...models.flatMap(({ files }) => files.flatMap(({ pieces }) => pieces.map(({ file }) => file))),
    ...checkpoints.flatMap(({ steps }) => steps.flatMap(({ files }) => files.map(({ file }) => file))),
  ]),
];
