import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import * as z from 'zod';
import { createOpenApi } from '#api/openapi.ts';
import { failures } from '#core/lib/failure.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { operations } from '#operations/registry.ts';

/** The file with the types of `src/client`, which `npm run client` writes. */
export const clientTypesFile = join(import.meta.dirname, '../client/types.generated.ts');

type Schema = Readonly<Record<string, unknown>>;

const schema = z.record(z.string(), z.unknown());
const content = z.object({ content: z.object({ 'application/json': z.object({ schema }).optional() }).optional() });
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema,
});
const described = z.object({
  summary: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: content.optional(),
  responses: z.record(z.string(), content),
});
const openApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});
type Parameter = z.output<typeof parameter>;

/**
 * Returns the TypeScript source of the types of all operations, computed from the OpenAPI description. The types have no imports,
 * because a user of the client has neither the registry nor zod.
 */
export async function makeClientTypes(): Promise<string> {
  const { paths, components } = openApi.parse(createOpenApi(new URL('http://localhost/')));
  const types = Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, { method, path }]) => {
      const { summary, parameters, requestBody, responses } = described.parse(paths[path]?.[method.toLowerCase()]);
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      const fields = {
        params: toObject(parameters.filter((each) => each.in === 'path')),
        query: toObject(parameters.filter((each) => each.in === 'query')),
        body: findJson(requestBody) ?? { tsType: 'undefined' },
        data: findData(findJson(success)) ?? { tsType: 'undefined' },
      };
      return [name, { ...closed(fields, Object.keys(fields)), description: summary }];
    }),
  );
  const whole = { ...closed(types, Object.keys(types)), definitions: components.schemas };
  const codes = Object.keys(failures).map((code) => `  | '${code}'`);
  const operationTypes = await compile(toTypeSchema(whole), 'OperationTypes', {
    additionalProperties: false,
    bannerComment: '/* Generated from the OpenAPI description by `npm run client`. */',
    ignoreMinAndMaxItems: true,
    style: { printWidth: 120, singleQuote: true },
  });
  return `${allowUndefined(operationTypes)}\n/** An error code of the API. */\nexport type ErrorCode =\n${codes.join('\n')};\n`;
}

/** Allows `undefined` for optional properties, which JSON omits, with `exactOptionalPropertyTypes` too. */
const allowUndefined = (types: string): string =>
  types.replaceAll(/\?: (?=\S)/g, '?: undefined | ').replaceAll(/\?:\n( +)\|/g, '?:\n$1| undefined\n$1|');

const closed = (properties: Readonly<Record<string, unknown>>, required: readonly string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const toObject = (parameters: readonly Parameter[]): Schema =>
  closed(
    Object.fromEntries(parameters.map(({ name, description, schema: own }) => [name, { ...own, description }])),
    parameters.filter(({ required }) => required).map(({ name }) => name),
  );

const findJson = (found: z.output<typeof content> | undefined): Schema | undefined =>
  found?.content?.['application/json']?.schema;

/** Returns the schema of `data` in the envelope. A response that can be streamed has the envelope of an error as an alternative. */
function findData(response: Schema | undefined): Schema | undefined {
  const { success, data } = z.object({ anyOf: z.tuple([schema], schema) }).safeParse(response);
  return success ? findData(data.anyOf[0]) : toData.safeParse(response).data?.properties.data;
}

const toData = z.object({ properties: z.object({ data: schema }) });

/** Moves references to the definitions, and removes titles, which would become names of types. */
function toTypeSchema(value: Schema): JSONSchema {
  const text = JSON.stringify(value, (key, each: unknown) =>
    key === 'title' && typeof each === 'string' ? undefined : each,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON schema stays one
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/definitions/')) as JSONSchema;
}

if (process.argv[1] === import.meta.filename) {
  await writeFile(clientTypesFile, await makeClientTypes());
}
