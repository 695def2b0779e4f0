import * as z from 'zod';
import { failureBody, failures, type FailureCode } from '#core/lib/failure.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { operations } from '#operations/registry.ts';
import { jobView } from '#operations/jobs.ts';

type Json = Record<string, unknown>;

const ref = (name: string): Json => ({ $ref: `#/components/${name}` });

/** Creates the OpenAPI 3.1 description of the whole API from the registry, or with `path`, of the calls at that path only. */
export function createOpenApi(base: URL, path?: string): object {
  const root = base.href.replace(/\/$/, '');
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  const described = Object.entries<Operation>(operations).filter(([, one]) => path === undefined || one.path === path);
  for (const [name, operation] of described) {
    const isMirrored = operation.path.startsWith('/v1/');
    paths[operation.path] ??= isMirrored ? {} : { servers: [{ url: root }] };
    const item = paths[operation.path];
    if (item) {
      item[operation.method.toLowerCase()] = describeOperation(toOperationId(name), operation, base, schemas);
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Offcut, a video-editing platform API inside the browser',
      // The version of the API's contract, which fixes it. The version of the product is in package.json.
      version: '1.0.0-preview',
      description:
        'Callers branch on `errorCode`, never on `message`. Elements with `x-extension: true` are additions of this service to its contract. Every response has `X-Request-Id`. With `Accept: application/problem+json`, failures are returned as problem details.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: root, description: 'The API.' },
      { url: `${root}/api/mcp`, description: 'The same API at a second path, with identical behavior.' },
    ],
    tags: [...new Set(described.map(([, one]) => one.tag))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key `vk_...`, created in the workspace under API keys.',
        },
      },
      headers: sharedHeaders,
      schemas: { Failure: toSchema(failureBody, 'output', schemas), ...schemas },
    },
  };
}

/** The descriptions of the tags, by name. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Account: 'The account, its balance, and the permissions of a key.',
  Recipes: 'The catalog of templates, and the price of a run.',
  Uploads: 'Upload tickets: each accepts one file, once, within 30 minutes.',
  Runs: 'Runs of a recipe on a material.',
  Jobs: 'Every run is a job that callers can follow and cancel.',
  Materials: 'Uploaded and fetched files: videos, images and audio.',
  Media: 'The bytes of materials and results.',
  Models: 'The models that find the subject in an image: installed and available models.',
  Canvases: 'Editable timelines of results and materials. Every change raises the revision by one.',
  Sandbox:
    'Control of the local sandbox and its lab, for pages of this site, and for programs if the local server allows it.',
};

const sharedHeaders = {
  'X-Request-Id': {
    description: "The caller's own X-Request-Id if it is well formed, or else a new id.",
    schema: { type: 'string' },
  },
  'X-Offcut-Version': {
    description: 'The version of Offcut. The version of the contract is `info.version`.',
    schema: { type: 'string' },
    'x-extension': true,
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** The headers of every response. */
const commonHeaders = {
  'X-Request-Id': ref('headers/X-Request-Id'),
  'X-Offcut-Version': ref('headers/X-Offcut-Version'),
};

/** Converts the name of an operation to camel case: `run:remove-background` becomes `runRemoveBackground`. */
const toOperationId = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());

function describeOperation(operationId: string, operation: Operation, base: URL, schemas: Json): Json {
  const { access } = operation;
  return {
    operationId,
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    tags: [operation.tag],
    ...(operation.isExtension && { 'x-extension': true }),
    ...(access.kind === 'key' && { 'x-scope': access.scope }),
    ...(operation.proposal && { 'x-proposal': toSchema(operation.proposal, 'input', schemas) }),
    security: access.kind === 'key' ? [{ apiKey: [] }] : [],
    parameters: [
      ...describeFields(operation.params, 'path', schemas),
      ...describeFields(operation.query, 'query', schemas),
      ...describeHeaders(operation),
    ],
    ...describeBody(operation, base, schemas),
    responses: { ...describeSuccess(operation, schemas), ...describeFailures(operation) },
  };
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  required: z.array(z.string()).optional(),
});

function describeFields(fields: z.ZodType, place: 'path' | 'query', schemas: Json): Json[] {
  const { properties = {}, required = [] } = objectSchema.parse(toSchema(fields, 'input', schemas));
  return Object.entries(properties).map(([name, { description, 'x-extension': isExtension, ...schema }]) => ({
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(isExtension === true && { 'x-extension': true }),
    required: required.includes(name),
    schema,
  }));
}

function describeHeaders(operation: Operation): Json[] {
  const headers: Json[] = [];
  const add = (name: string, description: string): void => {
    headers.push({ name, in: 'header', required: false, description, 'x-extension': true, schema: { type: 'string' } });
  };
  if (operation.method === 'POST' && operation.access.kind !== 'page') {
    add('Idempotency-Key', 'The same key with the same request returns the same response again, for 24 hours.');
  }
  if (operation.isLong && !takesFile(operation)) {
    add('Prefer', 'With `respond-async` the call returns 202 and the job, unless the result already exists.');
  }
  if (operation.hasEtag) {
    add('If-None-Match', 'The ETag of an earlier response: the response is 304 while the resource has not changed.');
  }
  if (operation.reply === 'bytes' && operation.produces === undefined) {
    add('Range', 'One range of bytes, such as `bytes=0-1023`.');
  }
  return headers;
}

function describeBody(operation: Operation, base: URL, schemas: Json): Json {
  const { body, isFileUpload, consumes } = operation;
  const json = body && describeJson(body, operation.example, base, schemas);
  const content = {
    ...json?.content,
    ...(isFileUpload && { 'multipart/form-data': describeForm(operation, schemas) }),
    ...(consumes !== undefined && { [consumes]: { schema: { type: 'string', format: 'binary' } } }),
  };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: json?.isRequired ?? true, content } };
}

function describeForm({ formFields }: Operation, schemas: Json): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const { properties = {}, required = ['file'] } = formFields
    ? objectSchema.parse(toSchema(formFields, 'input', schemas))
    : {};
  return { schema: { type: 'object', properties: { ...properties, file }, required } };
}

function describeJson(body: z.ZodType, example: unknown, base: URL, schemas: Json) {
  const schema = toSchema(body, 'input', schemas);
  const isRequired = (objectSchema.parse(schema).required ?? []).length > 0;
  const filled = example === undefined ? {} : { example: fillExample(example, base) };
  return { isRequired, content: { 'application/json': { schema, ...filled } } };
}

/** Replaces `{base}` in a declared example by the URL of this site. */
export const fillExample = (example: unknown, base: URL): unknown =>
  JSON.parse(JSON.stringify(example).replaceAll('{base}', base.href));

function describeSuccess(operation: Operation, schemas: Json): Json {
  const answer = (description: string, type: string, schema: unknown): Json => ({
    description,
    headers: commonHeaders,
    content: { [type]: { schema } },
  });
  if (operation.reply === 'events') {
    return { 200: answer('Server-sent events.', 'text/event-stream', { type: 'string' }) };
  }
  if (operation.reply === 'bytes') {
    const bytes = { type: 'string', format: 'binary' };
    if (operation.produces !== undefined) {
      return { 200: answer('The file.', operation.produces, bytes) };
    }
    return {
      200: answer('The whole file.', '*/*', bytes),
      206: answer('The requested range.', '*/*', bytes),
      304: { description: 'The resource has not changed since the ETag in If-None-Match.' },
      416: { description: 'The range starts after the end of the file.' },
    };
  }
  const accept = (description: string, output: z.ZodType): Json => ({
    202: {
      ...answer(description, 'application/json', toEnvelope(output, schemas)),
      headers: { ...commonHeaders, Location: { description: 'The path of the job.', schema: { type: 'string' } } },
    },
  });
  if (operation.isQueued) {
    return accept('The job: a new job, or an existing identical one.', operation.output);
  }
  if (!operation.isLong) {
    const done = { 200: answer('Done.', 'application/json', toEnvelope(operation.output, schemas)) };
    return operation.hasEtag
      ? { ...done, 304: { description: 'The resource has not changed since the ETag in If-None-Match.' } }
      : done;
  }
  const either = { anyOf: [toEnvelope(operation.output, schemas), ref('schemas/Failure')] };
  const streamed = answer('The result or, if the response was streamed, the failure.', 'application/json', either);
  if (takesFile(operation)) {
    return { 200: streamed };
  }
  return { 200: streamed, ...accept('The job, as requested with `Prefer: respond-async`.', jobView) };
}

/** Whether the body is a file, so that the call returns no job. */
const takesFile = ({ isFileUpload, consumes }: Operation): boolean => isFileUpload === true || consumes !== undefined;

const toEnvelope = (data: z.ZodType, schemas: Json): Json =>
  toSchema(z.object({ success: z.literal(true), data }), 'output', schemas);

/** Returns the responses for failures: each status with its codes. */
function describeFailures(operation: Operation): Json {
  const all = listFailures(operation);
  const statuses = new Set(all.map((code) => failures[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = all.filter((code) => failures[code].status === status);
      return [status, describeFailure(status, codes)];
    }),
  );
}

function describeFailure(status: number, codes: readonly FailureCode[]): Json {
  const errorCode = { type: 'string', enum: codes };
  const schema = { allOf: [ref('schemas/Failure'), { type: 'object', properties: { errorCode } }] };
  const canWait = codes.some((code) => failures[code].isRetryable) && status !== 500;
  return {
    description: codes.map((code) => `\`${code}\`: ${failures[code].sentence}`).join('\n\n'),
    headers: {
      ...commonHeaders,
      ...(canWait && { 'Retry-After': ref('headers/Retry-After') }),
    },
    content: { 'application/json': { schema } },
  };
}

/** Lists the failures of the operation and those of all similar calls: of the key, of the body, and internal errors. */
function listFailures(operation: Operation): FailureCode[] {
  const { access, method, body, failures: own } = operation;
  const byAccess: Record<typeof access.kind, readonly FailureCode[]> = {
    key: [
      'UNAUTHORIZED',
      'SCOPE_DENIED',
      'RATE_LIMITED',
      ...(method === 'POST' ? ['IDEMPOTENCY_CONFLICT' as const] : []),
    ],
    page: ['FORBIDDEN'],
    open: [],
  };
  // Failures of bodies with an unsupported charset or content encoding.
  const ofBody: FailureCode[] = body !== null || takesFile(operation) ? ['UNSUPPORTED_MEDIA'] : [];
  return [...new Set<FailureCode>(['VALIDATION_FAILED', ...byAccess[access.kind], ...ofBody, ...own, 'INTERNAL'])];
}

const withDefs = z.looseObject({ $defs: z.record(z.string(), z.unknown()).optional() });

/** Converts a zod schema to JSON Schema. Parts with an id are added to `schemas`, and referenced. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const whole = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Responses may get more fields later, so only requests forbid unknown fields.
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
      renameFormHints(jsonSchema);
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  const text = JSON.stringify(whole).replaceAll('#/$defs/', '#/components/schemas/');
  const { $schema: _, $defs = {}, ...rest } = withDefs.parse(JSON.parse(text));
  Object.assign(schemas, $defs);
  return rest;
}

/** The form hints of a schema, and their names as OpenAPI extensions. */
const formHints = {
  unit: 'x-unit',
  control: 'x-control',
  isAdvanced: 'x-advanced',
  mediaKinds: 'x-media-kinds',
  swaps: 'x-swaps',
  minOf: 'x-min-of',
};

function renameFormHints(schema: Json): void {
  for (const [name, extension] of Object.entries(formHints)) {
    if (name in schema) {
      schema[extension] = schema[name];
      delete schema[name];
    }
  }
}
