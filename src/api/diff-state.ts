import { creditsRemaining } from '#core/model/ledger.ts';
import type { Account } from '#core/model/records.ts';
import { stateTables, type State } from '#core/model/state.ts';
import { newAccount } from '#store/account.ts';
import type { OutputOf } from './handler.ts';
import { toCanonicalJson } from './hash.ts';

type Diff = OutputOf<'getDiff'>;
type TableDiff = Diff['tables'][string];
type Row = { readonly id: string };

/** Compares two states: the ids of added, removed and changed rows of each table that differs, and the credits. */
export function diffStates(before: State, after: State): Pick<Diff, 'tables' | 'credits'> {
  const [old, now] = [showKeys(before), showKeys(after)];
  const tables = stateTables.map((table) => [table, diffRows(old[table], now[table])] as const);
  const [oldAccount, account] = [getAccount(before), getAccount(after)];
  return {
    tables: Object.fromEntries(tables.filter(([, rows]) => Object.values(rows).some(({ length }) => length > 0))),
    credits: {
      before: toCredits(oldAccount),
      after: toCredits(account),
      difference: creditsRemaining(account) - creditsRemaining(oldAccount),
    },
  };
}

/** Replaces the ids of the rows of keys, which are hashes, by their public ids. */
function showKeys(state: State): State {
  const handles = new Map(state.keys.map(({ id, handle }) => [id, handle]));
  return {
    ...state,
    keys: state.keys.map((key) => ({ ...key, id: key.handle })),
    replays: state.replays.map((replay) => {
      const [keyId = '', ...rest] = replay.id.split(':');
      return { ...replay, id: [handles.get(keyId) ?? 'key_deleted', ...rest].join(':') };
    }),
  };
}

function diffRows(before: readonly Row[], after: readonly Row[]): TableDiff {
  const old = new Map(before.map((row) => [row.id, row]));
  const now = new Map(after.map((row) => [row.id, row]));
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].flatMap(([id, row]) => {
      const fields = listChanges(old.get(id) ?? row, row);
      return fields.length > 0 ? [{ id, fields }] : [];
    }),
  };
}

/** Lists the names of the fields with different values. */
function listChanges(before: Row, after: Row): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) => toCanonicalJson(old.get(field)) !== toCanonicalJson(now.get(field)),
  );
}

/** A state without an account has the account of a new browser. */
const getAccount = ({ account }: State): Account => account[0] ?? newAccount;

const toCredits = (account: Account): Diff['credits']['before'] => ({
  remaining: creditsRemaining(account),
  reserved: account.reserved,
});
