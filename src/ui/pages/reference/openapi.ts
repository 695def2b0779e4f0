import { isRecord } from '#client/offcut-error.ts';
import { resolve, toList, toRecord, toText, type Json } from '#ui/app/json.ts';

/** One field of a body, a query or a response, flattened: `edge.shiftPx`. */
export type Field = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
};

export type ReferenceOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isExtension: boolean;
  readonly parameters: readonly Field[];
  readonly body: readonly Field[];
  readonly output: readonly Field[];
  readonly responses: readonly { readonly status: string; readonly description: string }[];
};

export type Reference = {
  readonly version: string;
  readonly description: string;
  readonly groups: readonly { readonly tag: string; readonly operations: readonly ReferenceOperation[] }[];
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** An OpenAPI 3.1 document as the page shows it, grouped by tag in document order. */
export function toReference(document: unknown): Reference {
  const root = toRecord(document);
  const groups = new Map<string, ReferenceOperation[]>();
  for (const [path, item] of Object.entries(toRecord(root['paths']))) {
    for (const method of methods) {
      const operation = toRecord(item)[method];
      if (isRecord(operation)) {
        const tag = toText(toList(operation['tags'])[0]) || 'Other';
        groups.set(tag, [...(groups.get(tag) ?? []), toOperation(root, path, method, operation)]);
      }
    }
  }
  const info = toRecord(root['info']);
  return {
    version: toText(info['version']),
    description: toText(info['description']),
    groups: [...groups].map(([tag, operations]) => ({ tag, operations })),
  };
}

function toOperation(root: Json, path: string, method: string, operation: Json): ReferenceOperation {
  const responses = Object.entries(toRecord(operation['responses'])).map(
    ([status, response]) => [status, resolve(root, response)] as const,
  );
  const success = responses.find(([status]) => status.startsWith('2'))?.[1] ?? {};
  return {
    id: toText(operation['operationId']) || `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    summary: toText(operation['summary']),
    description: toText(operation['description']),
    isExtension: operation['x-extension'] === true,
    parameters: toList(operation['parameters']).map((parameter) => toParameter(root, resolve(root, parameter))),
    body: toFields(root, toContentSchema(resolve(root, operation['requestBody']))),
    output: toFields(root, toData(root, toContentSchema(success))),
    responses: responses.map(([status, response]) => ({ status, description: toText(response['description']) })),
  };
}

function toParameter(root: Json, parameter: Json): Field {
  const schema = resolve(root, parameter['schema']);
  return {
    name: toText(parameter['name']),
    type: `${toType(root, schema)}, in ${toText(parameter['in'])}`,
    isRequired: parameter['required'] === true,
    description: toText(parameter['description']) || toText(schema['description']),
  };
}

/** Returns the schema of the first content type. */
const toContentSchema = (holder: Json): unknown => toRecord(Object.values(toRecord(holder['content']))[0])['schema'];

/** Returns the schema of `data` in the envelope; another schema unchanged. */
function toData(root: Json, schema: unknown): unknown {
  const envelope = resolve(root, schema);
  const whole = [envelope, ...toList(envelope['oneOf']), ...toList(envelope['anyOf']), ...toList(envelope['allOf'])];
  const data = whole
    .map((part) => toRecord(resolve(root, part)['properties'])['data'])
    .find((found) => found !== undefined);
  return data ?? schema;
}

/** Returns the fields of a schema and of its nested objects. `depth` limits recursive schemas. */
function toFields(root: Json, schema: unknown, prefix = '', depth = 0): Field[] {
  const own = resolve(root, schema);
  const parts = [own, ...toList(own['anyOf']), ...toList(own['oneOf']), ...toList(own['allOf'])].map((part) =>
    resolve(root, part),
  );
  if (depth > 5) {
    return [];
  }
  return parts.flatMap((part) => {
    const required = toList(part['required']);
    const inside = part['items'] === undefined ? [] : toFields(root, part['items'], `${prefix}[]`, depth + 1);
    const fields = Object.entries(toRecord(part['properties'])).flatMap(([key, value]) => {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      const field = resolve(root, value);
      const head: Field = {
        name,
        type: toType(root, field),
        isRequired: required.includes(key) && field['default'] === undefined,
        description: toText(field['description']),
      };
      return [head, ...toFields(root, field, name, depth + 1)];
    });
    return [...fields, ...inside];
  });
}

/** Returns a type as text: `integer, 0 to 100, default 50`, `"best" or "fast"`. */
function toType(root: Json, schema: Json): string {
  const bounds = toBounds(schema);
  const preset = schema['default'];
  const hasPreset = preset !== undefined && !isRecord(preset);
  return [toKind(root, schema), ...bounds, ...(hasPreset ? [`default ${JSON.stringify(preset)}`] : [])].join(', ');
}

function toKind(root: Json, schema: Json): string {
  if (schema['const'] !== undefined) {
    return JSON.stringify(schema['const']);
  }
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((value) => JSON.stringify(value)).join(' or ');
  }
  const choices = [...toList(schema['anyOf']), ...toList(schema['oneOf'])];
  if (choices.length > 0) {
    return [...new Set(choices.map((choice) => toKind(root, resolve(root, choice))))].join(' or ');
  }
  if (schema['items'] !== undefined) {
    return `array of ${toKind(root, resolve(root, schema['items']))}`;
  }
  const type = schema['type'];
  return Array.isArray(type) ? type.join(' or ') : toText(type) || (schema['properties'] ? 'object' : 'any');
}

function toBounds({ minimum, maximum }: Json): string[] {
  if (typeof minimum === 'number' && typeof maximum === 'number' && maximum < 1e9) {
    return [`${minimum} to ${maximum}`];
  }
  return typeof minimum === 'number' && minimum > -1e9 ? [`${minimum} or more`] : [];
}
