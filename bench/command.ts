import { parseArgs } from 'node:util';

/** A command line that cannot be understood. */
export class UsageError extends Error {}

/** An option of a subcommand. `T` is the type of its value. */
export type Option<T> = {
  /** The placeholder of the value in the help; null for a flag. */
  readonly placeholder: string | null;
  readonly help: string;
  /** The texts of the command line, one for each occurrence; undefined if the option is missing. */
  readonly read: (texts: readonly string[] | undefined, name: string) => T;
  /** The default, for the help. */
  readonly fallback: string;
};

type Options = Readonly<Record<string, Option<unknown>>>;
type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** The arguments after the options, and the command line that repeats the measurement. */
type Context = { readonly operands: readonly string[]; readonly command: string };

/** A subcommand as the registry runs it: `name` is its name in the registry. */
export type Command = {
  readonly run: (args: readonly string[], name: string) => Promise<void>;
  readonly help: (name: string) => string;
};

/** Options without influence on the figures. A page's command does not contain them. */
const outputOptions = ['json', 'dist', 'reports', 'framings', 'faces', 'out'];

/** A flag, false by default. */
export const flag = (help: string): Option<boolean> => ({
  placeholder: null,
  help,
  fallback: '',
  read: (texts) => texts !== undefined,
});

/** A text. */
export const text = (placeholder: string, help: string, fallback: string): Option<string> => ({
  placeholder,
  help,
  fallback,
  read: (texts) => texts?.at(-1) ?? fallback,
});

/** A text without a default. */
export const optionalText = (placeholder: string, help: string): Option<string | undefined> => ({
  placeholder,
  help,
  fallback: '',
  read: (texts) => texts?.at(-1),
});

/** A number. */
export const number = (help: string, fallback: number): Option<number> => ({
  placeholder: 'N',
  help,
  fallback: String(fallback),
  read: (texts, name) => {
    const value = Number(texts?.at(-1) ?? fallback);
    if (!Number.isFinite(value) || texts?.at(-1) === '') {
      throw new UsageError(`--${name} needs a number, not "${texts?.at(-1)}"`);
    }
    return value;
  },
});

/** A list of words, separated by commas. */
export const list = (
  placeholder: string,
  help: string,
  fallback: readonly string[] = [],
): Option<readonly string[]> => ({
  placeholder: `${placeholder},...`,
  help,
  fallback: fallback.join(','),
  read: (texts) => (texts === undefined ? fallback : texts.flatMap((one) => one.split(',')).filter(Boolean)),
});

/** A list of texts, one for each occurrence of the option. */
export const repeated = (
  placeholder: string,
  help: string,
  fallback: readonly string[] = [],
): Option<readonly string[]> => ({
  placeholder,
  help: `${help}, repeatable`,
  fallback: fallback.join(' '),
  read: (texts) => texts ?? fallback,
});

/** One of some words. */
export const choice = <const T extends string>(
  choices: readonly T[],
  help: string,
  fallback: NoInfer<T>,
): Option<T> => ({
  placeholder: choices.join('|'),
  help,
  fallback,
  read: (texts, name) => {
    const given = texts?.at(-1) ?? fallback;
    const found = choices.find((one) => one === given);
    if (found === undefined) {
      throw new UsageError(`--${name} is one of ${choices.join(', ')}, not "${given}"`);
    }
    return found;
  },
});

/** The option of all subcommands that keep their table. `page` is the file name of the docs page. */
export const json = (page: string): Option<string | undefined> =>
  optionalText('FILE', `write the table to this file, such as docs/benchmarks/${page}.json`);

/** The option of all subcommands that run a build of the site. */
export const dist: Option<string | undefined> = optionalText(
  'DIR',
  'use this build (default: dist, built if out of date)',
);

/** Defines a subcommand. `operands` describes the arguments after the options; without it they are refused. */
export function defineCommand<const O extends Options>({
  about,
  options,
  operands,
  run,
}: {
  readonly about: string;
  readonly options: O;
  readonly operands?: string;
  readonly run: (values: Values<O>, context: Context) => Promise<void>;
}): Command {
  return {
    help: (name) => toHelp(name, about, options, operands),
    run: async (args, name) => {
      const { values, positionals } = parse(args, options);
      if (operands === undefined && positionals.length > 0) {
        throw new UsageError(`"${name}" takes no arguments besides options: ${positionals.join(' ')}`);
      }
      const entries = Object.entries(options).map(([key, option]) => [key, option.read(values[key], key)]);
      // The values have the types of the options that read them.
      await run(Object.fromEntries(entries) as Values<O>, {
        operands: positionals,
        command: toCommand(name, options, values, positionals.length > 0 ? (operands ?? '') : ''),
      });
    },
  };
}

type Given = Readonly<Record<string, readonly string[] | undefined>>;

function parse(args: readonly string[], options: Options): { values: Given; positionals: readonly string[] } {
  const config = Object.entries(options).map(
    ([name, { placeholder }]) =>
      [name, { type: placeholder === null ? ('boolean' as const) : ('string' as const), multiple: true }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(config),
    });
    const texts = Object.entries(values).map(([name, given]) => [name, [given ?? []].flat().map(String)] as const);
    return { positionals, values: Object.fromEntries(texts) };
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Returns the command line that repeats the measurement. It has placeholders instead of the names of files. */
function toCommand(name: string, options: Options, values: Given, operands: string): string {
  const given = Object.entries(values)
    .filter(([key]) => !outputOptions.includes(key))
    .flatMap(([key, texts]) => (texts ?? []).map((one) => toWords(key, options[key], one)));
  return [`npm run bench -- ${name}`, ...given, ...(operands === '' ? [] : [operands.replaceAll(/[[\]]/g, '')])].join(
    ' ',
  );
}

function toWords(name: string, option: Option<unknown> | undefined, given: string): string {
  const placeholder = option?.placeholder;
  if (placeholder === null) {
    return `--${name}`;
  }
  if (placeholder === 'FILE' || placeholder === 'DIR') {
    return `--${name} ${placeholder}`;
  }
  return `--${name} ${/^[\w.,:/-]+$/.test(given) ? given : JSON.stringify(given)}`;
}

function toHelp(name: string, about: string, options: Options, operands = ''): string {
  const lines = Object.entries(options).map(([key, { placeholder, help, fallback }]) => [
    `--${key}${placeholder === null ? '' : ` ${placeholder}`}`,
    `${help}${fallback && ` (default: ${fallback})`}`,
  ]);
  const width = Math.max(0, ...lines.map(([left = '']) => left.length));
  const usage = `npm run bench -- ${name}${lines.length > 0 ? ' [options]' : ''} ${operands}`.trimEnd();
  const table = lines.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`);
  return [usage, '', about, ...(table.length > 0 ? ['', ...table] : [])].join('\n');
}
