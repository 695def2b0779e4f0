import { Failure } from '#core/lib/failure.ts';
import { openStatuses } from '#core/model/job-status.ts';
import { findRefusals } from '#core/model/ledger.ts';
import type { Job, Key } from '#core/model/records.ts';
import { findRecipeId, recipes, type RecipeId } from '#recipes/catalog.ts';
import { readAccount } from '#store/account.ts';
import type { Rows } from '#store/store.ts';

const isSynchronous = (job: Job): boolean => {
  const id = findRecipeId(job.recipeId);
  return id !== undefined && recipes[id].reply === 'synchronous';
};

/** Returns the reasons why the key may never run the recipe: SCOPE_DENIED, RECIPE_NOT_ALLOWED. */
export function findKeyBlockers(key: Key, recipeId: RecipeId): Failure[] {
  const blockers: Failure[] = [];
  if (!key.scopes.includes('runs:write')) {
    blockers.push(
      new Failure('SCOPE_DENIED', {
        message:
          'This API key lacks the scope runs:write; use a key that has it, or create one in the workspace under API keys.',
      }),
    );
  }
  if (key.recipes !== null && !key.recipes.includes(recipeId)) {
    const allowed = key.recipes.join(', ') || 'none';
    blockers.push(
      new Failure('RECIPE_NOT_ALLOWED', {
        message: `This API key may not run ${recipeId}; it may run: ${allowed}.`,
        details: { recipes: key.recipes },
      }),
    );
  }
  return blockers;
}

/** Returns the reasons why the recipe cannot start at the moment: IN_FLIGHT, INSUFFICIENT_CREDITS, SPEND_CAP_REACHED. */
export async function findStateBlockers(
  rows: Rows<'account' | 'jobs'>,
  key: Key,
  recipeId: RecipeId,
): Promise<Failure[]> {
  const [account, open] = await Promise.all([
    readAccount(rows),
    recipes[recipeId].reply === 'synchronous' ? listOpenJobs(rows) : [],
  ]);
  const blockers = findRefusals({ account, key }, recipes[recipeId].priceCredits);
  const inFlight = open.find(isSynchronous);
  return inFlight ? [toInFlight(inFlight), ...blockers] : blockers;
}

export const listOpenJobs = async (rows: Pick<Rows<'jobs'>, 'list'>): Promise<Job[]> =>
  (await Promise.all(openStatuses.map((value) => rows.list('jobs', { index: 'status', value })))).flat();

const toInFlight = (job: Job): Failure =>
  new Failure('IN_FLIGHT', {
    message: `Another synchronous run (${job.id}) is in flight; wait for it to end, or cancel it.`,
    details: { envelopeId: job.id, retryAfterSeconds: Math.max(1, Math.ceil(job.etaSeconds ?? 10)) },
  });

/** Throws the first blocker, if there is one. */
export function refuseFirst([first]: readonly Failure[]): void {
  if (first) {
    throw first;
  }
}
