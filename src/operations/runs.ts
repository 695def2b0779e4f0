import * as z from 'zod';
import type { FailureCode } from '#core/lib/failure.ts';
import { defineOperation, type Operation, type Recipe } from '#core/protocol/operation.ts';
import { recipeIds, recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { jobView } from './jobs.ts';
import { getRoute } from './routes.ts';

const none = z.strictObject({});

/** The response of a synchronous run. */
const syncRunResult = z
  .object({
    status: z.literal('completed'),
    processedVideoUrl: z.string(),
    canvasId: z.string(),
    editorPath: z.string(),
    credits: z.number(),
    creditsCharged: z.boolean(),
    cached: z.boolean(),
    envelopeId: z.string().meta({ 'x-extension': true }),
    model: z.string().meta({ 'x-extension': true, description: 'The first of the models.' }),
    models: z.array(z.string()).meta({ 'x-extension': true, description: 'All models that created the mattes.' }),
    watermarked: z.boolean().meta({ 'x-extension': true }),
    warnings: z.array(z.string()).meta({ 'x-extension': true }),
  })
  .meta({ id: 'SyncRunResult' });
export type SyncRunResult = z.output<typeof syncRunResult>;

/** The response of a queued run: the job, with its id also as `envelopeId`, the name in the contract. */
export const queuedRunResult = jobView.extend({ envelopeId: z.string() });

const commonFailures: readonly FailureCode[] = [
  'INSUFFICIENT_CREDITS',
  'SCOPE_DENIED',
  'RECIPE_NOT_ALLOWED',
  'SPEND_CAP_REACHED',
  'IN_FLIGHT',
  'IDEMPOTENCY_CONFLICT',
  'MATERIAL_NOT_FOUND',
  'MATERIAL_UNREACHABLE',
  'MODEL_NOT_FOUND',
  'MODEL_UNREACHABLE',
  'MODEL_UNUSABLE',
  'MODEL_NOT_INSTALLED',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_MEDIA',
  'CANCELED',
  'ENGINE_LOST',
  'ENGINE_UNAVAILABLE',
  'STORAGE_FULL',
];

const synchronousNote =
  'The call stays open until the result is ready. If that takes more than 20 seconds, the response is streamed: status 200, white space every few seconds, then the envelope. A later failure is a failure envelope in this 200 response. With `Prefer: respond-async` the call returns 202 and the job immediately.';

/** The run operation of a recipe, with the recipe's own input as its body. */
type RunOperation<R extends ListedRecipeId> = Operation<
  typeof none,
  typeof none,
  (typeof recipes)[R]['input'],
  (typeof recipes)[R]['reply'] extends 'synchronous' ? typeof syncRunResult : typeof queuedRunResult,
  { readonly kind: 'key'; readonly scope: 'runs:write' }
>;

/** Derives the run operation of a recipe. Every recipe has exactly one. */
function runOperation(id: ListedRecipeId): Operation {
  const recipe: Recipe = recipes[id];
  const isSynchronous = recipe.reply === 'synchronous';
  return defineOperation({
    summary: `Run ${recipe.name}`,
    description: isSynchronous ? `${recipe.summary} ${synchronousNote}` : recipe.summary,
    ...getRoute(`run:${id}`),
    tag: 'Runs',
    access: { kind: 'key', scope: 'runs:write' },
    params: none,
    query: none,
    body: recipe.input,
    reply: 'envelope',
    output: isSynchronous ? syncRunResult : queuedRunResult,
    failures: [...commonFailures, ...recipe.failures],
    isLong: isSynchronous,
    isQueued: !isSynchronous,
    ...(recipe.proposal && { proposal: recipe.proposal }),
    isExtension: !isSynchronous,
    example: { material: '{base}sample/presenter.mp4', ...recipe.example },
  });
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are the ids of the catalog, all of them, each with its own input
export const runOperations = Object.fromEntries(recipeIds.map((id) => [`run:${id}`, runOperation(id)])) as unknown as {
  readonly [R in ListedRecipeId as `run:${R}`]: RunOperation<R>;
};
