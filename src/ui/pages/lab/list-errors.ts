import { failures } from '#core/lib/failure.ts';
import { toList, toRecord, toText, type Json } from '#ui/app/json.ts';

/** An error code, and the operations that can return it: runs first. */
export type ErrorChoice = { readonly code: string; readonly status: number; readonly operations: readonly string[] };

/** Lists all error codes by status. A code that no operation describes can be provoked at every operation. */
export function listErrors(document: Json): ErrorChoice[] {
  const names = new Map<string, string[]>();
  const all: string[] = [];
  for (const [path, item] of Object.entries(toRecord(document['paths']))) {
    for (const operation of Object.values(toRecord(item)).map(toRecord)) {
      const name = toName(path, operation);
      // The lab does not affect the calls of the sandbox, which undo its changes.
      if (name !== '' && !path.startsWith('/sandbox/')) {
        all.push(name);
        for (const code of listCodes(operation)) {
          names.set(code, [...(names.get(code) ?? []), name]);
        }
      }
    }
  }
  return Object.entries(failures)
    .map(([code, { status }]) => ({ code, status, operations: (names.get(code) ?? all).toSorted(runsFirst) }))
    .toSorted((a, b) => a.status - b.status);
}

/** Returns the name of an operation for the lab: that of a run has its recipe's id. */
const toName = (path: string, operation: Json): string =>
  path.startsWith('/v1/run/') ? `run:${path.slice('/v1/run/'.length)}` : toText(operation['operationId']);

const listCodes = (operation: Json): string[] =>
  Object.values(toRecord(operation['responses'])).flatMap((response) => {
    const schema = toRecord(toRecord(toRecord(toRecord(response)['content'])['application/json'])['schema']);
    const code = toRecord(toRecord(toRecord(toList(schema['allOf'])[1])['properties'])['errorCode']);
    return toList(code['enum']).map(toText);
  });

const runsFirst = (a: string, b: string): number => Number(b.startsWith('run:')) - Number(a.startsWith('run:'));
