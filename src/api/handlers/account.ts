import { creditsRemaining } from '#core/model/ledger.ts';
import { describeLongRun } from '#core/model/long-run.ts';
import { toWorkload } from '#core/model/run-pace.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import { hasReviewGate, getPace, recipeIds, recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { readAccount } from '#store/account.ts';
import { blockerCodes } from '#operations/account.ts';
import { Answer } from '../answer.ts';
import { findKeyBlockers, findStateBlockers } from '../blockers.ts';
import { findMissing, foreseeModels } from '../choose-model.ts';
import { estimateSeconds } from '../eta.ts';
import type { Call, Handlers, OutputOf } from '../handler.ts';
import { createLinks } from '../links.ts';
import { toNextLink, toPage } from '../list-page.ts';
import type { ApiContext } from '../ports.ts';
import { isWatermarked, refuseSmallVideo } from '../start-run.ts';

export function createAccountHandlers(
  context: ApiContext,
): Pick<Handlers, 'getMe' | 'listLedger' | 'listRecipes' | 'getEstimate'> {
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
    listLedger: ({ query }) => listLedger(context, query),
    listRecipes: () => Promise.all(recipeIds.map((id) => toTemplate(context, id))),
    getEstimate: (call) => getEstimate(context, call),
  };
}

async function getEstimate(context: ApiContext, { key, query }: Call<'getEstimate'>): Promise<OutputOf<'getEstimate'>> {
  const { store } = context;
  const { recipeId, ...known } = query;
  const recipe: Recipe = recipes[recipeId];
  const wishes = recipe.models(known);
  const modelIds = await foreseeModels(context, wishes);
  const pace = getPace(recipeId, query);
  const { durationSeconds, material } = query;
  const asset = material === undefined ? undefined : await store.get('assets', material);
  if (asset) {
    refuseSmallVideo(recipe, asset);
  }
  const trim = durationSeconds === undefined ? {} : { trim: { startSeconds: 0, endSeconds: durationSeconds } };
  const workload = toWorkload([asset?.facts], trim);
  const etaSeconds = await estimateSeconds(store, recipeId, { pace, modelIds, durationSeconds, workload });
  const warning = durationSeconds === undefined && workload === null ? null : describeLongRun(etaSeconds, 'will take');
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
    // A request with only the parameters of the contract receives only the fields of the contract.
    ...(Object.keys(known).length > 0 && {
      models: modelIds,
      missingModels: await findMissing(context, wishes),
      warnings: warning === null ? [] : [warning],
    }),
  };
}

async function listLedger({ store, base }: ApiContext, query: Call<'listLedger'>['query']): Promise<Answer> {
  const { page, next } = toPage(await store.list('bookings'), query);
  const keys = new Map((await store.list('keys')).filter(({ kind }) => kind === 'api').map((key) => [key.id, key]));
  const lines = page.map(({ id, kind, credits, balance, reserved, job, createdAt }): LedgerLine => {
    const key = job && keys.get(job.keyId);
    return {
      id,
      kind,
      credits,
      creditsRemaining: balance - reserved,
      envelopeId: job?.id ?? null,
      recipeId: job?.recipeId ?? null,
      key: key ? { id: key.handle, name: key.name } : null,
      createdAt: toIsoTime(createdAt),
    };
  });
  const link = createLinks(base).ledger({ limit: query.limit, cursor: next });
  return new Answer(lines, { headers: next === undefined ? {} : toNextLink(link) });
}

type LedgerLine = OutputOf<'listLedger'>[number];

async function toTemplate({ store }: ApiContext, id: ListedRecipeId): Promise<OutputOf<'listRecipes'>[number]> {
  const { name, summary, priceCredits } = recipes[id];
  return {
    id,
    name,
    summary,
    priceCredits,
    etaSeconds: await estimateSeconds(store, id, { pace: getPace(id, {}) }),
    hasReviewGate: hasReviewGate(id),
  };
}
