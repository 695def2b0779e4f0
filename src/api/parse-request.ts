import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { getNotes } from './call-notes.ts';
import { findNearestName } from './nearest-name.ts';
import { openBody } from './open-body.ts';
import { formatBytes } from '#core/lib/format-bytes.ts';
import { shorten } from '#core/lib/shorten.ts';

/** The maximum size of a JSON body, unless an operation declares another one. */
const defaultBodyBytes = 1024 * 1024;

/** The maximum number of errors that are reported for one request. */
const detailsMax = 20;
/** The maximum number of characters of a message; all messages of this project are shorter. */
const messageMax = 500;

type Detail = { readonly path: string; readonly message: string };
type Parsed = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/** Parses the path parameters, query and body of a request with the schemas of the operation. Throws VALIDATION_FAILED. */
export async function parseRequest(operation: Operation, request: Request, params: unknown): Promise<Parsed> {
  const query = parsePart(operation.query, readQuery(new URL(request.url).searchParams));
  const hasJson = operation.body && !(operation.isFileUpload && isForm(request));
  return {
    params: parsePart(operation.params, params),
    query,
    body: hasJson ? parsePart(operation.body, await readJson(request, operation.bodyBytesMax)) : null,
  };
}

/** Whether the body is a form, whose parts a handler reads. */
export const isForm = (request: Request): boolean =>
  /^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '');

/** Creates a VALIDATION_FAILED with the errors and their paths. Values from the caller are shortened. */
export const invalid = (all: readonly Detail[], cause?: unknown): Failure => {
  const details = all
    .slice(0, detailsMax)
    .map(({ path, message }) => ({ path: shorten(path), message: shorten(message, messageMax) }));
  const [first] = details;
  const more = all.length > 1 ? ` (and ${all.length - 1} more, see details)` : '';
  const path = first?.path ? `${first.path}: ` : '';
  return new Failure('VALIDATION_FAILED', { message: `${path}${first?.message ?? ''}${more}`, details, cause });
};

/** Parses a value with the schema. Throws VALIDATION_FAILED, with paths that begin with `within`. */
export function parsePart(schema: z.ZodType, value: unknown, within: readonly string[] = []): unknown {
  const result = schema.safeParse(value);
  if (!result.success) {
    // Misspelt fields are listed first, because they are the reason why other fields are missing.
    const issues = result.error.issues.toSorted((a, b) => Number(isMisspelt(b)) - Number(isMisspelt(a)));
    throw invalid(
      issues.flatMap((issue) => toDetails(issue, schema, within)),
      result.error,
    );
  }
  return result.data;
}

/** Rewrites a zod message for the caller: for a missing field, zod's own text reads as if a value had been sent. */
const toMessage = (message: string): string =>
  message
    .replace(
      /^Too (?:small|big): expected \w+ to (be|have) ([<>]=?)/,
      (_, verb: string, sign: string) => `must ${verb} ${comparisons[sign] ?? sign} `,
    )
    .replace(/^Invalid input: (.+), received undefined$/, 'is missing; $1')
    .replace(/, received NaN$/, '')
    .replace('expected record', 'expected object');

/** Words for the comparisons of zod with its limits. */
const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

const isMisspelt = (issue: z.core.$ZodIssue): boolean => issue.code === 'unrecognized_keys';

function toDetails(issue: z.core.$ZodIssue, schema: z.ZodType, within: readonly string[]): Detail[] {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The caller probably meant the alternative whose error is deepest in the value.
    const depth = (issues: readonly z.core.$ZodIssue[]): number => Math.max(...issues.map(({ path }) => path.length));
    const [meant = []] = issue.errors.toSorted((a, b) => depth(b) - depth(a));
    return meant.flatMap((one) => toDetails({ ...one, path: [...issue.path, ...one.path] }, schema, within));
  }
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: toPath([...within, ...issue.path]), message: toMessage(issue.message) }];
  }
  const known = listFields(schema, issue.path);
  return issue.keys.map((key) => {
    const nearest = findNearestName(key, known);
    const hint = nearest ? `did you mean ${nearest}?` : `the known fields are: ${known.join(', ') || 'none'}`;
    return { path: toPath([...within, ...issue.path, key]), message: `unknown field; ${hint}` };
  });
}

const toPath = (path: readonly PropertyKey[]): string => path.map(String).join('.');

const jsonNode = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
type JsonNode = z.output<typeof jsonNode>;

/** Lists the names of the fields at a path within a schema. If there are alternatives, lists the fields of all of them. */
function listFields(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const root = jsonNode.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  let nodes = listAlternatives(root, root);
  for (const step of path) {
    nodes = nodes.flatMap(({ items, properties }) =>
      listAlternatives(typeof step === 'number' ? items : properties?.[String(step)], root),
    );
  }
  return [...new Set(nodes.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

/** Returns a schema with its alternatives, after resolving its reference. */
function listAlternatives(value: unknown, { $defs = {} }: JsonNode): JsonNode[] {
  const { data: node } = jsonNode.safeParse(value);
  if (!node) {
    return [];
  }
  const { anyOf = [], oneOf = [], $ref } = node;
  const referred = $ref === undefined ? [] : [$defs[$ref.replace('#/$defs/', '')]];
  return [node, ...[...anyOf, ...oneOf, ...referred].flatMap((one) => listAlternatives(one, { $defs }))];
}

/** Refuses repeated fields, because the intended value is unknown. */
function readQuery(search: URLSearchParams): Record<string, string> {
  const twice = [...new Set(search.keys())].filter((name) => search.getAll(name).length > 1);
  if (twice.length > 0) {
    throw invalid(twice.map((path) => ({ path, message: 'sent more than once; send it once' })));
  }
  return Object.fromEntries(search);
}

/** Returns the JSON body, or `{}` if there is none, for operations whose fields are all optional. */
async function readJson(request: Request, bodyBytesMax = defaultBodyBytes): Promise<unknown> {
  const text = await readText(request, bodyBytesMax);
  if (text.trim() === '') {
    return {};
  }
  const type = (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) {
    const given = type === '' ? 'the Content-Type is missing' : `the Content-Type is ${shorten(type)}`;
    throw invalid([{ path: '', message: `Send the body as JSON with "Content-Type: application/json"; ${given}.` }]);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw invalid([{ path: '', message: `The body is not valid JSON: ${shorten(reason)}` }], cause);
  }
}

/** Returns the body as text. Throws VALIDATION_FAILED if it is larger than the limit. */
export async function readText(request: Request, bodyBytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const piece of readPieces(await openBody(request))) {
    bytes += piece.byteLength;
    if (bytes > bodyBytesMax) {
      throw invalid([
        { path: '', message: `The body is larger than the limit of ${formatBytes(bodyBytesMax)}; send less data.` },
      ]);
    }
    text += decoder.decode(piece, { stream: true });
  }
  text += decoder.decode();
  getNotes(request).requestText = text;
  return text;
}

/** Yields the chunks of a stream, and cancels the stream if the reader stops early. Safari cannot iterate a stream itself. */
export async function* readPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await reader.read();
      isDone = done;
      if (value) {
        yield value;
      }
    }
  } finally {
    if (!isDone) {
      // The result of this cancellation does not matter.
      void reader.cancel().catch(() => undefined);
    }
    reader.releaseLock();
  }
}
