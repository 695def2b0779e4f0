import { creditsRemaining } from '#core/ledger.ts';
import { hasReviewGate, paceOf, recipeIds, recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { readAccount } from '#store/account.ts';
import { blockerCodes } from '#operations/account.ts';
import { findKeyBlockers, findStateBlockers } from '../blockers.ts';
import { chooseModel } from '../choose-model.ts';
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
      const { recipeId, model, durationSeconds } = query;
      if (model !== undefined) {
        await chooseModel(context, { model, subject: 'auto' });
      }
      const account = await readAccount(store);
      const blockers = [...findKeyBlockers(key, recipeId), ...(await findStateBlockers(store, key, recipeId))];
      return {
        recipeId,
        credits: recipes[recipeId].priceCredits,
        etaSeconds: await estimateSeconds(store, recipeId, { pace: paceOf(recipeId, query), model, durationSeconds }),
        creditsRemaining: creditsRemaining(account),
        watermarked: isWatermarked(account.plan),
        blockers: blockers.flatMap(({ code, message }) => {
          const known = blockerCodes.find((one) => one === code);
          return known ? [{ code: known, message }] : [];
        }),
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
