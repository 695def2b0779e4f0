import type * as z from 'zod';

type Node = Record<PropertyKey, unknown>;
type Repair = { readonly path: readonly PropertyKey[]; readonly value: unknown };

/** The maximum number of rounds of repairs. An error within a value that was a string appears only in the next round. */
const roundsMax = 20;

/**
 * Returns arguments in the form that the schema requires if the intent is certain: JSON as a string instead of an object or an
 * array, a number or a boolean as a string, and null instead of an omitted field. All other values stay, and the schema refuses
 * them with their path.
 */
export function normaliseArguments(
  schema: z.ZodType,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const root = { value: structuredClone(given) as Record<string, unknown> };
  for (let round = 0; round < roundsMax; round += 1) {
    const issues = schema.safeParse(root.value).error?.issues ?? [];
    const repairs = withoutConflicts(issues.flatMap((issue) => listRepairs(issue, root.value)));
    if (repairs.length === 0) {
      break;
    }
    for (const { path, value } of repairs) {
      put(root, ['value', ...path], value);
    }
  }
  return root.value;
}

/** Lists possible corrections at the paths of an issue. A value of `undefined` removes the field. */
function listRepairs(issue: z.core.$ZodIssue, root: unknown, within: readonly PropertyKey[] = []): Repair[] {
  const path = [...within, ...issue.path];
  if (issue.code === 'invalid_union') {
    return issue.errors.flatMap((issues) => issues.flatMap((one) => listRepairs(one, root, path)));
  }
  const value = valueAt(root, path);
  if (value === null && typeof path.at(-1) === 'string') {
    return [{ path, value: undefined }];
  }
  const meant = issue.code === 'invalid_type' && typeof value === 'string' ? readAs(issue.expected, value) : undefined;
  return meant === undefined ? [] : [{ path, value: meant }];
}

/** Converts a string to a value of a type; undefined if it is ambiguous. */
function readAs(expected: string, text: string): unknown {
  switch (expected) {
    case 'number':
    case 'int':
      return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'array':
      return readJson(text, Array.isArray);
    case 'object':
    case 'record':
      return readJson(text, isNode);
    default:
      return undefined;
  }
}

function readJson(text: string, isExpected: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isExpected(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Omits repairs at paths for which alternatives of a union expect different values. */
function withoutConflicts(repairs: readonly Repair[]): Repair[] {
  const isSamePlace = (one: Repair, other: Repair): boolean => JSON.stringify(one.path) === JSON.stringify(other.path);
  const isSame = (one: Repair, other: Repair): boolean => JSON.stringify(one.value) === JSON.stringify(other.value);
  return repairs.filter((repair) => repairs.every((other) => !isSamePlace(repair, other) || isSame(repair, other)));
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const isParent = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((node, key) => (isParent(node) && Object.hasOwn(node, key) ? node[key] : undefined), root);

function put(root: Node, path: readonly PropertyKey[], value: unknown): void {
  const parent = valueAt(root, path.slice(0, -1));
  const key = path.at(-1);
  if (!isParent(parent) || key === undefined) {
    return;
  }
  if (value === undefined) {
    delete parent[key];
  } else {
    parent[key] = value;
  }
}
