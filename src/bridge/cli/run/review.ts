import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirm, isCancel, select } from '@clack/prompts';
import * as z from 'zod';
import type { Decision, RunOptions } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { UsageError } from '../exit-codes.ts';
import { toProposalLines } from '../proposal-words.ts';
import type { Output } from './output.ts';

/** The way to review proposals. */
export type ReviewMode = 'ask' | 'approve' | 'edit';

type Review = NonNullable<RunOptions['review']>;
type Proposal = Parameters<Review>[0];

/**
 * Returns the function that decides about the proposals of a recipe. Throws UsageError if a user must decide and there is no
 * terminal. The review throws CANCELED if the user rejects the proposal.
 */
export function chooseReview(recipeId: ListedRecipeId, mode: ReviewMode, output: Output): Review {
  if (mode === 'ask' && !process.stdin.isTTY) {
    throw new UsageError(
      'This recipe has a review, and there is no terminal to ask in. Give --yes to approve its proposals, or --review edit.',
    );
  }
  return async (proposal, job) => {
    output.event({ type: 'proposal', jobId: job.id, proposal });
    output.show(['Proposal:', ...toProposalLines(proposal).map((line) => `  ${line}`)]);
    if (mode === 'approve') {
      return { decision: 'approve' };
    }
    return mode === 'edit' ? edit(recipeId, proposal, output) : ask(recipeId, proposal, output);
  };
}

async function ask(recipeId: ListedRecipeId, proposal: Proposal, output: Output): Promise<Decision> {
  const choice = await select({
    message: 'Approve this proposal?',
    output: process.stderr,
    options: [
      { value: 'approve', label: 'Approve' },
      { value: 'edit', label: 'Edit', hint: `as JSON in ${getEditor()}` },
      { value: 'show', label: 'Show as JSON' },
      { value: 'reject', label: 'Reject', hint: 'cancels the run, which then costs nothing' },
    ],
  });
  if (choice === 'approve') {
    return { decision: 'approve' };
  }
  if (choice === 'edit') {
    return edit(recipeId, proposal, output);
  }
  if (choice === 'show') {
    output.show([JSON.stringify(proposal, null, 2)]);
    return ask(recipeId, proposal, output);
  }
  throw new OffcutError({ code: 'CANCELED', message: 'The proposal was rejected.' });
}

/** Opens the editor until the proposal is valid. */
async function edit(recipeId: ListedRecipeId, proposal: Proposal, output: Output): Promise<Decision> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-'));
  const file = join(folder, 'proposal.json');
  try {
    await writeFile(file, `${JSON.stringify(proposal, null, 2)}\n`);
    for (;;) {
      await openEditor(file);
      const { edited, faults } = check(recipeId, await readFile(file, 'utf8'));
      if (edited) {
        return { decision: 'approve', proposal: edited };
      }
      output.note(`The proposal is not valid:\n${faults}`);
      if (!process.stdin.isTTY) {
        throw new OffcutError({ code: 'VALIDATION_FAILED', message: `The edited proposal is not valid: ${faults}` });
      }
      const isRepeated = await confirm({ message: 'Edit it again?', output: process.stderr });
      if (isCancel(isRepeated) || !isRepeated) {
        throw new OffcutError({
          code: 'CANCELED',
          message: 'The edited proposal was not valid, and the run was canceled.',
        });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks an edited proposal against the schema of its recipe. */
function check(recipeId: ListedRecipeId, text: string): { edited?: Proposal; faults: string } {
  try {
    const edited: unknown = JSON.parse(text);
    const { proposal } = recipes[recipeId];
    const checked = (proposal ?? z.unknown()).safeParse(edited);
    return checked.success
      ? { edited: z.record(z.string(), z.unknown()).parse(edited), faults: '' }
      : { faults: z.prettifyError(checked.error) };
  } catch (error) {
    return { faults: error instanceof Error ? error.message : String(error) };
  }
}

const getEditor = (): string => process.env['VISUAL'] ?? process.env['EDITOR'] ?? (isWindows ? 'notepad' : 'vi');

const isWindows = process.platform === 'win32';

/** Resolves when the editor has ended. The variable may contain arguments, such as `code --wait`. */
const openEditor = (file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const editor = getEditor();
    // The shell splits the variable; the name of the file has no special characters.
    const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new OffcutError({ code: 'CANCELED', message: `The editor "${editor}" ended with code ${code}.` })),
    );
  });
