import * as z from 'zod';
import { qualityIds, subjectIds } from '#core/model/formats.ts';
import { modelId } from '#core/model/models.ts';
import { defineOperation, scopes } from '#core/protocol/operation.ts';
import { exampleRecipeId, recipeIds } from '#recipes/catalog.ts';
import { chatLayoutIds } from '#recipes/message-bubbles/layouts.ts';
import { getRoute } from './routes.ts';

const none = z.strictObject({});

export const getMe = defineOperation({
  summary: 'Get the account, its balance and the scopes of the calling key',
  ...getRoute('getMe'),
  tag: 'Account',
  access: { kind: 'key', scope: 'account:read' },
  params: none,
  query: none,
  body: null,
  reply: 'envelope',
  output: z
    .object({
      projectName: z.string(),
      plan: z.string(),
      creditsRemaining: z.number(),
      scopes: z.array(z.enum(scopes)),
    })
    .meta({ id: 'Account' }),
  failures: [],
  isExtension: false,
  tool: {
    name: 'get_account',
    title: 'Get the account',
    description:
      'Returns the plan, the remaining credits, and the scopes of the API key in use. Free and read-only; returns immediately.',
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const listLedger = defineOperation({
  summary: 'List the credits that runs reserved, paid and released, newest first',
  description: 'Includes deleted jobs. A balance that was set manually is an entry without a job.',
  ...getRoute('listLedger'),
  tag: 'Account',
  access: { kind: 'key', scope: 'account:read' },
  params: none,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional().describe('From the Link header (rel="next") of the previous page.'),
  }),
  body: null,
  reply: 'envelope',
  output: z.array(
    z
      .object({
        id: z.string(),
        kind: z
          .enum(['reserve', 'charge', 'release', 'set'])
          .describe(
            'A run reserves its price, and then the credits are charged or released. "set" is a balance that was set manually.',
          ),
        credits: z.number().describe('The amount; for "set", the change of the balance.'),
        creditsRemaining: z.number().describe('The available credits after this entry.'),
        envelopeId: z.string().nullable(),
        recipeId: z.string().nullable(),
        key: z
          .object({ id: z.string(), name: z.string() })
          .nullable()
          .describe('The API key that paid; null for the workspace.'),
        createdAt: z.iso.datetime(),
      })
      .meta({ id: 'LedgerLine' }),
  ),
  failures: [],
  isExtension: true,
});

export const listRecipes = defineOperation({
  summary: 'List the template catalog',
  ...getRoute('listRecipes'),
  tag: 'Recipes',
  access: { kind: 'key', scope: 'recipes:read' },
  params: none,
  query: none,
  body: null,
  reply: 'envelope',
  output: z.array(
    z
      .object({
        id: z.string(),
        name: z.string(),
        summary: z.string(),
        priceCredits: z.number(),
        etaSeconds: z.number(),
        hasReviewGate: z.boolean(),
      })
      .meta({ id: 'Template' }),
  ),
  failures: [],
  isExtension: false,
  tool: {
    name: 'list_recipes',
    title: 'List recipes',
    description:
      'Lists all video templates that run_recipe can run: a summary, the price in credits, the approximate duration, and whether the result needs an approved proposal. Free and read-only; returns immediately.',
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
    listName: 'recipes',
  },
});

export const blockerCodes = [
  'INSUFFICIENT_CREDITS',
  'IN_FLIGHT',
  'SCOPE_DENIED',
  'RECIPE_NOT_ALLOWED',
  'SPEND_CAP_REACHED',
] as const;

export const getEstimate = defineOperation({
  summary: 'Estimate the price, duration and blockers of a run, free of charge',
  ...getRoute('getEstimate'),
  tag: 'Recipes',
  access: { kind: 'key', scope: 'recipes:read' },
  params: none,
  query: z.strictObject({
    recipeId: z.enum(recipeIds),
    durationSeconds: z.coerce
      .number()
      .positive()
      .optional()
      .meta({ 'x-extension': true, description: 'Duration of the video, for a better etaSeconds.' }),
    material: z.string().min(1).max(2048).optional().meta({
      'x-extension': true,
      description:
        'Material of the run, for a better etaSeconds by its frame rate, size and duration. With durationSeconds, only that much of it counts. A video that is too small for the recipe is refused.',
    }),
    quality: z
      .enum(qualityIds)
      .optional()
      .meta({ 'x-extension': true, description: 'Quality of the run, for a better etaSeconds.' }),
    model: modelId
      .optional()
      .meta({ 'x-extension': true, description: 'Model that the run names, for a better etaSeconds.' }),
    subject: z
      .enum(subjectIds)
      .optional()
      .meta({ 'x-extension': true, description: 'Subject of the run, which decides the model that the run needs.' }),
    layout: z.enum(chatLayoutIds).optional().meta({
      'x-extension': true,
      description: 'Layout of message-bubbles, which decides whether the run needs a model.',
    }),
  }),
  body: null,
  reply: 'envelope',
  output: z
    .object({
      recipeId: z.string(),
      credits: z.number(),
      etaSeconds: z.number(),
      creditsRemaining: z.number(),
      watermarked: z.boolean(),
      blockers: z.array(z.object({ code: z.enum(blockerCodes), message: z.string() })),
      models: z.array(z.string()).optional().meta({
        'x-extension': true,
        description: 'The models that the run would use. Present if any parameter in addition to recipeId was given.',
      }),
      missingModels: z
        .array(z.object({ message: z.string(), modelId: z.string().nullable() }))
        .optional()
        .meta({
          'x-extension': true,
          description:
            'The models that the run needs and that are not installed. Present if any parameter in addition to recipeId was given. downloadModel installs the modelId; null if no model can be downloaded.',
        }),
      warnings: z.array(z.string()).optional().meta({
        'x-extension': true,
        description: 'Warnings before the run, for example that the run may outlast the time limit of the caller.',
      }),
    })
    .meta({ id: 'Estimate' }),
  failures: ['MODEL_NOT_FOUND', 'UNSUPPORTED_MEDIA'],
  isExtension: false,
  tool: {
    name: 'estimate',
    title: 'Estimate a run',
    description:
      'Returns the price of a run, its duration on this device, and the reasons that would prevent it (blockers). Call this before run_recipe. Free and read-only; returns immediately.',
    example: { recipeId: exampleRecipeId, durationSeconds: 90 },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});
