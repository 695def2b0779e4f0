import { Bindings, findIds, type Variable } from './bindings.ts';
import { readCalls, type HarLog, type UploadedFile } from './har.ts';
import { Expression, indent, toLiteral, toObjectSource, toSource } from './source.ts';
import { toStablePart } from './stable-part.ts';
import { getField, toSteps, type Step } from './steps.ts';
import { toTestHead } from './test-head.ts';

export type { HarLog } from './har.ts';

export type VitestFileOptions = {
  /** The name of the test. The default is the number of calls. */
  readonly title?: string;
  /** The module that exports `startEmulator`. The default is `offcut/testing`. */
  readonly importFrom?: string;
};

/** A file that the test uploads. `bytes` is null if the log does not contain it whole: put it next to the test. */
type TestFile = {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** The size that the upload had; 0 if it is not known. */
  readonly sizeBytes: number;
};

export type VitestFile = {
  /** The source of the test, in TypeScript. */
  readonly source: string;
  /**
   * The uploaded files. The test reads them from its own folder. If the log does not contain a name, no names and titles are
   * expected, because those of results derive from it.
   */
  readonly files: readonly TestFile[];
  /** The ids that the log uses but no call of it created. With any of them the test fails: choose a longer part of the log. */
  readonly unknownIds: readonly string[];
};

type Variables = ReadonlyMap<string, Variable>;

/**
 * Generates a Vitest file from a part of the request log, as an HTTP Archive. It starts the emulator, repeats the calls, and
 * expects the same statuses, error codes and stable parts of the answers. Ids, tickets and times of earlier answers become variables.
 * Proposals and errors of runs are declared as their outcomes, so that a log of the product works too. Throws for a log without calls.
 */
export function toVitestFile(har: HarLog, options: VitestFileOptions = {}): VitestFile {
  const calls = readCalls(har);
  const repeatedKeys = findRepeatedKeys(calls.map(({ headers }) => headers.get('idempotency-key')));
  const steps = toSteps(calls).map((step) => ({ ...step, headers: keepHeaders(step, repeatedKeys) }));
  if (steps.length === 0) {
    throw new Error('The log contains no calls to repeat.');
  }
  const bindings = bind(steps);
  const files = findFiles(steps);
  const blocks = steps.map((step, index) => toBlock(step, index, bindings.variables, files));
  const title = options.title ?? `repeats ${steps.length} recorded calls`;
  const body = indent(blocks.join('\n\n'));
  const head = toTestHead({
    importFrom: options.importFrom ?? 'offcut/testing',
    hasFiles: files.size > 0,
    hasWaits: steps.some(({ isWait }) => isWait),
  });
  return {
    source: `${head}\ntest(${toLiteral(title)}, async () => {\n${body}\n});\n`,
    files: [...new Set(files.values())],
    unknownIds: bindings.unknown,
  };
}

/** The request headers that affect an answer. Keys of single calls do not. */
function keepHeaders({ headers, path }: Step, repeatedKeys: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = ['authorization', 'prefer', 'if-none-match', 'if-match', 'range', 'idempotency-key'];
  const kept = [...names, ...(path.startsWith('/api/') ? ['accept'] : [])];
  return new Map(
    [...headers].filter(
      ([name, value]) => kept.includes(name) && (name !== 'idempotency-key' || repeatedKeys.has(value)),
    ),
  );
}

function findRepeatedKeys(keys: readonly (string | undefined)[]): ReadonlySet<string> {
  const given = keys.filter((key) => key !== undefined);
  return new Set(given.filter((key, index) => given.indexOf(key) !== index));
}

function bind(steps: readonly Step[]): Bindings {
  const bindings = new Bindings();
  for (const [index, step] of steps.entries()) {
    const { path, headers, body, outcome } = step;
    bindings.use([path, [...headers.values()], body?.kind === 'json' ? body.value : null, outcome]);
    bindings.addAnswer(index, step);
  }
  return bindings;
}

/** The uploaded files by their bodies. Uploads of the same bytes have the same file. */
type Files = ReadonlyMap<UploadedFile, TestFile>;

/** Finds the uploaded files, and names them in the folder of the test. */
function findFiles(steps: readonly Step[]): Files {
  const files = new Map<UploadedFile, TestFile>();
  const ofMaterials = new Map<unknown, TestFile>();
  for (const { body, answer } of steps) {
    if (body?.kind !== 'file') {
      continue;
    }
    const data = getField(answer, 'data');
    // The API stores equal bytes once, so the handle of the material identifies them.
    const material = getField(data, 'material') ?? body.file;
    const { name, bytes } = body.file;
    const sizeBytes = Number(getField(data, 'bytes') ?? bytes?.byteLength ?? 0);
    const taken = [...files.values()].map((file) => file.name);
    const file = ofMaterials.get(material) ?? { name: toUniqueName(name || 'upload', taken), bytes, sizeBytes };
    ofMaterials.set(material, file);
    files.set(body.file, file);
  }
  return files;
}

/** The fields that contain the name of an uploaded file, or the name of a result or canvas that is derived from it. */
const namedFields = ['name', 'title'];

const hasNames = (files: Files): boolean => [...files.keys()].every(({ name }) => name !== '');

function toUniqueName(name: string, taken: readonly string[]): string {
  let unique = name;
  for (let count = 2; taken.includes(unique); count += 1) {
    unique = `${count}-${name}`;
  }
  return unique;
}

/** Returns the source of one call, its expectations, and the variables that its answer sets. */
function toBlock(step: Step, index: number, all: Variables, files: Files): string {
  const variables = new Map([...all].filter(([, { source }]) => source.step < index));
  const sets = [...all.values()].filter(({ source }) => source.step === index);
  const answer = `answer${index + 1}`;
  const parts = [
    ...(step.isWait ? [] : [toLiteral(step.method)]),
    toSource(step.path, variables),
    ...toOptions(step, variables, files),
  ].join(', ');
  const isJson = typeof step.answer === 'object' && step.answer !== null;
  const { status, answerType: type } = step;
  const expected = {
    status,
    ...(isJson
      ? { body: toStablePart(step.answer, { variables, otherFields: hasNames(files) ? [] : namedFields }) }
      : !step.isWait && type !== '' && { type }),
  };
  return [
    ...(step.outcome ? [`emulator.declareNext(${toSource(step.outcome, variables)});`] : []),
    `const ${answer} = await ${step.isWait ? 'settle' : 'call'}(${parts});`,
    `expect(${answer}).toMatchObject(${toSource(expected, variables)});`,
    ...sets.map((variable) => `const ${variable.name} = ${toPick(answer, variable)};`),
  ].join('\n');
}

/** Returns the source of the argument with the body and the headers of a call. */
function toOptions(step: Step, variables: Variables, files: Files): string[] {
  const { body, headers } = step;
  const sent = toSentHeaders(step, variables);
  const fields = [
    ...(body?.kind === 'json' ? [`body: ${toSource(body.value, variables)}`] : []),
    ...(body?.kind === 'text' ? [`text: ${toSource(body.text, variables)}`] : []),
    ...(body?.kind === 'file' ? [`file: ${toLiteral(files.get(body.file)?.name ?? '')}`] : []),
    ...(Object.keys(sent).length > 0 ? [`headers: ${toSource(sent, variables)}`] : []),
    ...(headers.has('authorization') ? [] : ['isAnonymous: true']),
  ];
  return fields.length > 0 ? [toObjectSource(fields)] : [];
}

/** Returns the headers of a call. The emulator's own key, which `call` sends, replaces a key that the log did not create. */
function toSentHeaders({ headers, path, status }: Step, variables: Variables): Record<string, string | Expression> {
  const sent = Object.fromEntries([...headers].filter(([name]) => name !== 'authorization'));
  const key = headers.get('authorization') ?? '';
  const isOwnKey = findIds(key).some((id) => variables.has(id));
  const isRefused = key !== '' && status === 401;
  return {
    ...sent,
    ...(isOwnKey && { authorization: key }),
    ...(isRefused && !isOwnKey && { authorization: 'Bearer vk_refused' }),
    // Only pages may call the sandbox.
    ...(path.startsWith('/sandbox/') && status !== 403 && { origin: new Expression('emulator.baseUrl') }),
  };
}

/** Returns the source that reads a variable from an answer. */
function toPick(answer: string, { value, source: { path, isPart } }: Variable): string {
  if (path[0] === 'ETag') {
    return `${answer}.etag`;
  }
  const pattern = isPart ? [String.raw`/\b${value.split('_')[0] ?? ''}_[\w-]+/`] : [];
  return `pick(${[`${answer}.body`, toSource(path, new Map()), ...pattern].join(', ')})`;
}
