import { creditsRemaining } from '#core/ledger.ts';
import { describeLongRun } from '#core/long-run.ts';
import type { Recipe } from '#core/operation.ts';
import { hasReviewGate, paceOf, recipeIds, recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { readAccount } from '#store/account.ts';
import { blockerCodes } from '#operations/account.ts';
import { findKeyBlockers, findStateBlockers } from '../blockers.ts';
import { foreseeModels } from '../choose-model.ts';
import { estimateSeconds } from '../eta.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import type { ApiContext } from '../ports.ts';
import { isWatermarked } from '../start-run.ts';

export function createAccountHandlers(context: ApiContext): Pick<Handlers, 'getMe' | 'listRecipes' | 'getEstimate'> {
  const { store } = context;
  return {
    getMe: async ({ key }) => {
      const account = await readAccount(store);
      return {
        projectName: account.projectName,
        plan: account.plan,
        creditsRemaining: creditsRemaining(account),
        scopes: key.scopes,
      };
    },
    listRecipes: () => Promise.all(recipeIds.map((id) => toTemplate(context, id))),
    getEstimate: async ({ key, query }) => {
      const { recipeId, ...known } = query;
      const recipe: Recipe = recipes[recipeId];
      const modelIds = await foreseeModels(context, recipe.models(known));
      const pace = paceOf(recipeId, query);
      const { durationSeconds } = query;
      const etaSeconds = await estimateSeconds(store, recipeId, { pace, modelIds, durationSeconds });
      const warning = durationSeconds === undefined ? null : describeLongRun(etaSeconds, 'will take');
      const account = await readAccount(store);
      const blockers = [...findKeyBlockers(key, recipeId), ...(await findStateBlockers(store, key, recipeId))];
      return {
        recipeId,
        credits: recipes[recipeId].priceCredits,
        etaSeconds,
        creditsRemaining: creditsRemaining(account),
        watermarked: isWatermarked(account.plan),
        blockers: blockers.flatMap(({ code, message }) => {
          const blocker = blockerCodes.find((one) => one === code);
          return blocker ? [{ code: blocker, message }] : [];
        }),
        // Who asks as the contract says is answered as it says.
        ...(Object.keys(known).length > 0 && { models: modelIds, warnings: warning === null ? [] : [warning] }),
      };
    },
  };
}

async function toTemplate({ store }: ApiContext, id: ListedRecipeId): Promise<OutputOf<'listRecipes'>[number]> {
  const { name, summary, priceCredits } = recipes[id];
  return {
    id,
    name,
    summary,
    priceCredits,
    etaSeconds: await estimateSeconds(store, id, { pace: paceOf(id, {}) }),
    hasReviewGate: hasReviewGate(id),
  };
}
