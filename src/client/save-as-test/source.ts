import { findIds, type Variable } from './bindings.ts';

/** Stands for any value in an expected answer. */
export const anything = Symbol('anything');

/** An expression that is inserted unchanged. */
export class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the source of a JSON value, in which variables replace their values. */
export function toSource(value: unknown, variables: ReadonlyMap<string, Variable>): string {
  if (value === anything) {
    return 'expect.anything()';
  }
  if (value instanceof Expression) {
    return value.text;
  }
  if (typeof value === 'string') {
    return toTextSource(value, variables);
  }
  if (Array.isArray(value)) {
    return wrap(
      '[]',
      value.map((one) => toSource(one, variables)),
    );
  }
  if (typeof value === 'object' && value !== null) {
    return toObjectSource(
      Object.entries(value).map(([key, one]) => toFieldSource(toKeySource(key), toSource(one, variables))),
    );
  }
  return JSON.stringify(value) ?? 'undefined';
}

const toFieldSource = (key: string, value: string): string => (key === value ? key : `${key}: ${value}`);

/** Returns the source of an object with these fields. */
export const toObjectSource = (fields: readonly string[]): string => wrap('{}', fields);

/** The maximum length of an object or array on one line. */
const lineMax = 100;

function wrap([open = '', close = '']: string, parts: readonly string[]): string {
  if (parts.length === 0) {
    return open + close;
  }
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length <= lineMax && !line.includes('\n')) {
    return line;
  }
  return `${open}\n${parts.map((part) => indent(`${part},`)).join('\n')}\n${close}`;
}

/** Indents the lines of a source. Its texts have no line breaks. */
export const indent = (source: string): string => source.replaceAll(/^(?=.)/gm, '  ');

/** Returns the source of a text: a variable, a template with variables, or a literal. */
function toTextSource(text: string, variables: ReadonlyMap<string, Variable>): string {
  const whole = variables.get(text);
  if (whole) {
    return whole.name;
  }
  const parts = findIds(text).flatMap((id) => variables.get(id) ?? []);
  if (parts.length === 0) {
    return toLiteral(text);
  }
  const template = parts.reduce(
    (known, { name, value }) => known.replaceAll(value, () => `\${${name}}`),
    escape(text).replaceAll(/`|\$(?=\{)/g, String.raw`\$&`),
  );
  return `\`${template}\``;
}

/** Returns a literal in single quotes. */
export const toLiteral = (text: string): string => `'${escape(text).replaceAll("'", String.raw`\'`)}'`;

/** Escapes all characters that may not be in a literal or that end its line. */
const escape = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

const toKeySource = (key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) && key !== '__proto__' ? key : toLiteral(key);
