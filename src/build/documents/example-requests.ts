import * as z from 'zod';
import type { Operation } from '#core/protocol/operation.ts';
import { operations } from '#operations/registry.ts';
import { getFields } from '#operations/tools.ts';

/** A request with valid example values, in which `{{name}}` is a variable of the program that sends it. */
export type ExampleRequest = {
  /** The name of the operation, such as `createUpload`. */
  readonly name: string;
  readonly operation: Operation;
  readonly pathFields: readonly PathField[];
  readonly queryFields: readonly QueryField[];
  /** The JSON body; undefined without one. */
  readonly body: unknown;
  /** The fields of a form, which also has the part `file`; null for another body. */
  readonly form: Readonly<Record<string, string>> | null;
  /** Whether the body is a file alone. */
  readonly isFile: boolean;
  /** The fields of the response's `data` that set variables, by the name of the variable. */
  readonly captured: Readonly<Record<string, string>>;
  /** The description, in Markdown. */
  readonly docs: string;
};

type PathField = { readonly name: string; readonly value: string };
/** A field of a query or body, and its description. */
export type Field = { readonly name: string; readonly isRequired: boolean; readonly description: string };
type QueryField = PathField & Field;

/** Lists a request for every operation, deletions after the other requests of their tag. */
export function listExampleRequests(): readonly ExampleRequest[] {
  const named = Object.entries<Operation>(operations).map(([name, operation]) => ({ name, operation }));
  const tags = [...new Set(named.map(({ operation }) => operation.tag))];
  const isDelete = (operation: Operation): boolean =>
    operation.method === 'DELETE' || operation.path.endsWith('/reset');
  const order = (operation: Operation): number => tags.indexOf(operation.tag) * 2 + Number(isDelete(operation));
  return named
    .toSorted((one, other) => order(one.operation) - order(other.operation))
    .map(({ name, operation }) => toRequest(name, operation));
}

/** The variables of all requests with their first values. A request that returns one of them replaces its value. */
export function listVariables(requests: readonly ExampleRequest[]): ReadonlyMap<string, string> {
  const own = requests.flatMap(({ pathFields }) => pathFields).filter(({ name, value }) => value === `{{${name}}}`);
  return new Map([
    ...own.map(({ name }) => [name, `${name.toLowerCase()}-1`] as const),
    ['apiKey', 'vk_...'],
    ['baseUrl', 'http://127.0.0.1:8787'],
  ]);
}

function toRequest(name: string, operation: Operation): ExampleRequest {
  return {
    name,
    operation,
    pathFields: Object.entries(describe(operation.params)).map(([field, schema]) => ({
      name: field,
      value: schema.type === 'string' ? `{{${field}}}` : toExample(schema),
    })),
    queryFields: listQueryFields(operation),
    body: operation.body === null ? undefined : fill(operation.example ?? {}),
    isFile: operation.consumes !== undefined,
    form: operation.isFileUpload && operation.body === null ? toFormFields(operation.example ?? {}) : null,
    captured: listCaptured(name, operation),
    docs: toDocs(operation),
  };
}

/** The names of path parameters, and of the key. A field of a response with such a name is a value for it. */
const variables = new Set([
  'apiKey',
  ...Object.values<Operation>(operations).flatMap(({ params }) => Object.keys(getFields(params))),
]);

const paths = Object.values<Operation>(operations).map(({ path }) => path);

/** The variables for the `id` of what an operation creates. */
const created: Readonly<Record<string, string>> = { createCanvas: 'canvasId', createKey: 'keyId' };

function listCaptured(name: string, { output, path }: Operation): Readonly<Record<string, string>> {
  // Many responses have a name. It is a value only for the paths below that of its operation.
  const isValue = (field: string): boolean => field !== 'name' || paths.some((one) => one.startsWith(`${path}/{name}`));
  const own = Object.keys(getFields(output)).filter((field) => variables.has(field) && isValue(field));
  const { [name]: variable } = created;
  return {
    ...Object.fromEntries(own.map((field) => [field, field])),
    ...(variable !== undefined && { [variable]: 'id' }),
  };
}

const described = z.object({
  properties: z
    .record(
      z.string(),
      z.object({
        type: z.unknown().optional(),
        enum: z.array(z.unknown()).optional(),
        default: z.unknown().optional(),
        minimum: z.number().optional(),
        description: z.string().default(''),
      }),
    )
    .default({}),
  required: z.array(z.string()).default([]),
});
type Described = z.output<typeof described>['properties'][string];

const toDescribed = (fields: z.ZodType): z.output<typeof described> =>
  described.parse(z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' }));
const describe = (fields: z.ZodType): Readonly<Record<string, Described>> => toDescribed(fields).properties;

function listQueryFields({ query, tool }: Operation): QueryField[] {
  const properties = describe(query);
  return listFields(query).map((field) => ({
    ...field,
    value: toText(tool?.example?.[field.name]) || toExample(properties[field.name] ?? {}),
  }));
}

/** Lists the top-level fields of an object schema. */
export function listFields(schema: z.ZodType): Field[] {
  const { properties, required } = toDescribed(schema);
  return Object.entries(properties).map(([name, { description }]) => ({
    name,
    isRequired: required.includes(name),
    description,
  }));
}

/** Returns the text of a valid value: the first of a list, the default, or the minimum; empty if there is none. */
const toExample = (schema: Partial<Described>): string => toText(schema.enum?.[0] ?? schema.default ?? schema.minimum);

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const toFormFields = (example: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(example ?? {}).map(([name, value]) => [name, JSON.stringify(value)]));

/** Replaces the root URL and materials by variables. */
const fill = (example: unknown): unknown =>
  JSON.parse(
    JSON.stringify(example)
      .replaceAll('"material":"{base}sample/presenter.mp4"', '"material":"{{material}}"')
      .replaceAll('"mat_1"', '"{{material}}"')
      .replaceAll('{base}', '{{baseUrl}}/'),
  );

function toDocs({ summary, description, access, failures, tool }: Operation): string {
  return [
    `${summary}.`,
    description,
    access.kind === 'key' && `Requires an API key with the scope \`${access.scope}\`.`,
    access.kind === 'page' && 'For pages of the site. Programs may call it after `npm start -- --sandbox`.',
    tool && `The MCP tool \`${tool.name}\` makes the same call.`,
    failures.length > 0 && `Errors: ${failures.map((code) => `\`${code}\``).join(', ')}.`,
  ]
    .filter((line) => typeof line === 'string')
    .join('\n\n');
}
