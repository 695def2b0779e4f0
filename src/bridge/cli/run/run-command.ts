import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { glob, isDynamicPattern } from 'tinyglobby';
import { findNearestName } from '#api/nearest-name.ts';
import { Offcut } from '#client/offcut.ts';
import { hasReviewGate, recipeIds, recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { exitCodes, exitCodesHelp, UsageError } from '../exit-codes.ts';
import { getInvocation } from '../invocation.ts';
import { browserOptions } from '../options.ts';
import { isRemote } from '../upload-path.ts';
import { withServer, type ServerValues } from './with-server.ts';
import { createOutput, type Output } from './output.ts';
import { listFlags, toInput } from './recipe-flags.ts';
import { getInputSchema } from './recipe-schema.ts';
import { chooseReview, type ReviewMode } from './review.ts';
import { runJob, type Task } from './run-job.ts';

type RunValues = ServerValues & {
  readonly out: string;
  readonly yes: boolean;
  readonly review: ReviewMode;
  readonly json: boolean;
  readonly force: boolean;
};

/** Defines `run`: one command for each recipe, because each has flags of its own. */
export async function defineRun(command: Command, args: readonly string[]): Promise<void> {
  command
    .usage('<recipe> FILE... [options]')
    .addHelpText('after', `\n"${getInvocation('run')} tighten --help" describes the flags of a recipe.${exitCodesHelp}`)
    .action(() => {
      const [name = ''] = args;
      const near = findNearestName(name, recipeIds);
      throw new UsageError(
        `${name === '' ? 'Give a recipe' : `Unknown recipe "${name}"`}.${near === undefined ? '' : ` Did you mean "${near}"?`} The recipes: ${recipeIds.join(', ')}.`,
      );
    })
    .argument('[recipe]')
    .allowExcessArguments()
    .allowUnknownOption();
  for (const recipeId of recipeIds) {
    const own = command.command(recipeId).description(recipes[recipeId].summary);
    own
      .exitOverride()
      .showSuggestionAfterError()
      .configureOutput({ outputError: () => undefined });
    if (args.includes(recipeId)) {
      defineRecipe(own, recipeId);
    }
  }
}

function defineRecipe(command: Command, recipeId: ListedRecipeId): void {
  const flags = listFlags(recipeId);
  const { needsFile } = getFileRule(recipeId);
  command.argument(needsFile ? '<files...>' : '[files...]', 'paths, patterns such as "*.mp4", https URLs or handles');
  flags.forEach(({ option }) => command.addOption(option.helpGroup('Options of the recipe:')));
  command
    .option('-o, --out <dir>', 'output folder', '.')
    .option('--yes', 'approve the proposal without asking', false)
    .addOption(
      new Option('--review <how>', 'ask in the terminal, approve, or edit the proposal in $EDITOR')
        .choices(['ask', 'approve', 'edit'])
        .default('ask'),
    )
    .option('--force', 'overwrite files of the output folder; otherwise a number is added to the name', false)
    .option('--json', 'print one JSON object per line: progress, proposal, result, error', false)
    .option('--url <url>', 'a running server; without it, the command starts one with a headless browser')
    .addOption(new Option('--key <key>', 'an API key of that server').env('OFFCUT_API_KEY'));
  browserOptions().forEach((option) => command.addOption(option));
  command
    .addHelpText('after', `\nExample: ${getInvocation('run')} ${recipeId} ${toExample(recipeId)}${exitCodesHelp}`)
    .action(async (files: readonly string[], values: RunValues & Record<string, unknown>) => {
      await runRecipe(recipeId, files, toInput(flags, values), values);
    });
}

const toExample = (recipeId: ListedRecipeId): string =>
  `${getFileRule(recipeId).isList ? 'one.mp4 two.mp4' : 'talk.mp4'}${hasReviewGate(recipeId) ? ' --yes' : ''} --out results`;

/** Returns whether a run takes all files or one, and whether it needs any. */
function getFileRule(recipeId: ListedRecipeId): { isList: boolean; needsFile: boolean } {
  const { properties = {}, required = [] } = getInputSchema(recipeId);
  const isList = Object.hasOwn(properties, 'materials');
  return { isList, needsFile: isList || required.includes('material') };
}

async function runRecipe(
  recipeId: ListedRecipeId,
  patterns: readonly string[],
  given: object,
  values: RunValues,
): Promise<void> {
  const files = await expandFiles(patterns);
  const tasks = toTasks(recipeId, files, given);
  const mode = values.yes ? 'approve' : values.review;
  const output = createOutput(values.json);
  const review = hasReviewGate(recipeId) ? chooseReview(recipeId, mode, output) : undefined;
  const worst = await withServer(values, output.note, async ({ baseUrl, apiKey }) => {
    const offcut = new Offcut({ baseUrl, apiKey });
    return runAll(tasks, { offcut, output, review, dir: resolve(values.out), isForced: values.force });
  });
  process.exitCode = worst;
}

/**
 * Returns the files of the patterns, each once, in order. Patterns are expanded here because some shells do not, such as that of
 * Windows. A file whose name looks like a pattern is that file. Throws UsageError for a file that does not exist.
 */
async function expandFiles(patterns: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const pattern of patterns) {
    files.push(...(await expand(pattern)));
  }
  return [...new Set(files)];
}

async function expand(pattern: string): Promise<string[]> {
  if (isRemote(pattern) || existsSync(pattern)) {
    return [pattern];
  }
  const found = isDynamicPattern(pattern) ? await glob(pattern.replaceAll('\\', '/'), { onlyFiles: true }) : [];
  if (found.length === 0) {
    throw new UsageError(`The file ${pattern} does not exist.`);
  }
  return found.toSorted();
}

/** Returns the runs, with their inputs checked. Throws UsageError. */
function toTasks(recipeId: ListedRecipeId, files: readonly string[], given: object): Task[] {
  const { isList, needsFile } = getFileRule(recipeId);
  if (needsFile && files.length === 0) {
    throw new UsageError('Give at least one file.');
  }
  const inputs = isList ? [{ materials: files, ...given }] : files.map((material) => ({ material, ...given }));
  const all = inputs.length === 0 ? [given] : inputs;
  return all.map((input, index) => {
    checkInput(recipeId, input);
    const file = isList ? files[0] : files[index];
    const name = file === undefined ? recipeId : `${toBaseName(file)}-${recipeId}`;
    return { recipeId, input, name };
  });
}

/** Throws UsageError with the flag of each invalid value. */
function checkInput(recipeId: ListedRecipeId, input: object): void {
  const checked = recipes[recipeId].input.safeParse(input);
  if (!checked.success) {
    const lines = checked.error.issues.map(({ path, message }) => `${toFlagName(path)}: ${message}`);
    throw new UsageError(lines.join('\n'));
  }
}

const toFlagName = (path: readonly PropertyKey[]): string =>
  path.length === 0 || path[0] === 'material' || path[0] === 'materials'
    ? 'files'
    : `--${path
        .filter((part) => typeof part === 'string')
        .join('-')
        .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The name of a result without its extension. A URL or a handle has unsafe characters. */
const toBaseName = (file: string): string => {
  const name = /^https?:/.test(file)
    ? decodeURIComponent(new URL(file).pathname.split('/').at(-1) ?? '')
    : basename(file);
  const stem = name.slice(0, name.length - extname(name).length).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_');
  return stem === '' ? 'video' : stem;
};

type Context = Parameters<typeof runJob>[1] & { readonly output: Output };

/** Runs the tasks one after the other and returns the exit code of the worst one. */
async function runAll(tasks: readonly Task[], context: Context): Promise<number> {
  const ends = [];
  for (const task of tasks) {
    const end = await runJob(task, context);
    ends.push(end);
    if (end.exitCode === exitCodes.canceled) {
      break;
    }
  }
  if (tasks.length > 1) {
    context.output.summary(ends, tasks.length);
  }
  return Math.max(...ends.map(({ exitCode }) => exitCode));
}
