import { findIds, isTime, type Variable } from './bindings.ts';
import { anything, Expression, toSource } from './source.ts';
import { getField } from './steps.ts';

/** The variables of the test so far, and the fields that differ in addition to the usual ones. */
type Known = { readonly variables: ReadonlyMap<string, Variable>; readonly otherFields: readonly string[] };

/** The fields whose values differ between two runs of the same calls, or are texts for people. */
const unstableFields = new Set([
  'message',
  'warnings',
  'requestId',
  'stage',
  'progress',
  'log',
  'etaSeconds',
  'framesPerSecond',
  'retryAfterSeconds',
  'creditsRemaining',
  'sizeBytes',
  'hint',
]);

/**
 * Returns the part of an answer that is the same each time: without ids, keys, times and URLs with ids, except ids that are variables
 * of the test. Of a list, only entries that the test created are expected.
 */
export function toStablePart(answer: unknown, known: Known): unknown {
  if (typeof answer !== 'object' || answer === null) {
    return answer;
  }
  const fields = Object.entries(answer).flatMap(([key, value]: [string, unknown]) =>
    key === 'data' && Array.isArray(value)
      ? [[key, toStableList(value, known)] as const]
      : toStableField(key, value, known),
  );
  return Object.fromEntries(fields);
}

function toStableList(entries: readonly unknown[], known: Known): unknown {
  const isForeign = (entry: unknown): boolean => findIds(getId(entry)).some((id) => !known.variables.has(id));
  const own = entries
    .filter((entry) => !isForeign(entry))
    .map((entry) => (isOpenJob(entry) ? anything : toStable(entry, known)));
  if (own.length === entries.length) {
    return own;
  }
  // Only the fields of the entry itself: those of objects in it would have to be complete.
  const expected = own
    .filter((entry) => entry !== anything)
    .map((entry) => `expect.objectContaining(${toSource(withoutObjects(entry), known.variables)})`);
  return new Expression(`expect.arrayContaining([${expected.join(', ')}])`);
}

/** Whether an entry is a job that may have ended when a test repeats the call. */
const isOpenJob = (entry: unknown): boolean => /^(queued|running)$/.test(String(getField(entry, 'status')));

const withoutObjects = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null
    ? Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value !== 'object'))
    : entry;

/** Returns the first id among the fields of an entry. */
function getId(entry: unknown): string {
  const texts = typeof entry === 'object' && entry !== null ? Object.values(entry) : [];
  return texts.find((text): text is string => typeof text === 'string' && findIds(text)[0] === text) ?? '';
}

function toStableField(key: string, value: unknown, known: Known): (readonly [string, unknown])[] {
  const isStable =
    !unstableFields.has(key) &&
    !known.otherFields.includes(key) &&
    findIds(key).length === 0 &&
    !(key === 'status' && value === 'running');
  const stable = isStable ? toStable(value, known) : anything;
  return stable === anything ? [] : [[key, stable]];
}

/** Returns a value without its unstable parts; `anything` for an unstable value. */
function toStable(value: unknown, known: Known): unknown {
  if (typeof value === 'string') {
    const isVariable = known.variables.has(value) && !isTime(value);
    const isUnstable = isTime(value) || findIds(value).length > 0 || /^(https?|data):/.test(value);
    return isUnstable && !isVariable ? anything : value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => toStable(one, known));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => toStableField(key, one, known)));
  }
  return value;
}
