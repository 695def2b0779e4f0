import * as z from 'zod';
import { isOpenStatus } from '#core/model/job-status.ts';
import { stateTables, storedState, type State } from '#core/model/state.ts';
import { schemaVersion } from '#store/migrations.ts';
import { replaceState } from '#store/state.ts';
import { sweepFiles } from '#store/sweep.ts';
import { invalid, parsePart } from './parse-request.ts';
import type { ApiContext } from './ports.ts';

const versioned = z.object({ schemaVersion: z.int().min(1), tables: z.unknown() });

/**
 * Parses the rows of a snapshot or a world. Rows of an older version are accepted if they are valid today. Throws VALIDATION_FAILED
 * with paths that begin with `within`.
 */
export function parseState(json: unknown, within: readonly string[]): State {
  const { schemaVersion: version, tables } = versioned.parse(parsePart(versioned, json, within));
  const refuse = (path: readonly string[], message: string, cause?: unknown): Error =>
    invalid([{ path: [...within, ...path].join('.'), message }], cause);
  if (version > schemaVersion) {
    const message = `the rows have version ${version}, and this Offcut reads versions up to ${schemaVersion}; update Offcut`;
    throw refuse(['schemaVersion'], message);
  }
  let state: State;
  try {
    state = storedState.parse(parsePart(storedState, tables, [...within, 'tables']));
  } catch (thrown) {
    if (version === schemaVersion) {
      throw thrown;
    }
    const message = `the rows have version ${version}, which this Offcut with version ${schemaVersion} cannot read; export them with a newer one`;
    throw refuse(['schemaVersion'], message, thrown);
  }
  for (const table of stateTables) {
    const ids = new Set(state[table].map(({ id }) => id));
    if (ids.size < state[table].length) {
      throw refuse(['tables', table], 'two rows have the same id');
    }
  }
  const keys = new Set(state.keys.map(({ id }) => id));
  const orphan = state.jobs.findIndex(({ status, keyId }) => isOpenStatus(status) && !keys.has(keyId));
  if (orphan >= 0) {
    throw refuse(['tables', 'jobs', String(orphan), 'keyId'], 'the key of this open job is missing');
  }
  return state;
}

/** Replaces the state of the store, whose files must exist, deletes unused files, and notifies all threads. */
export async function restoreState({ store, bell, clock }: ApiContext, state: State): Promise<void> {
  await replaceState(store, state, clock.now());
  stateTables.forEach((table) => bell.ring(table));
  // The state is restored already. The next engine deletes files that are left.
  await sweepFiles(store).catch(() => undefined);
}
