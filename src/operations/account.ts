import * as z from 'zod';
import { chatLayoutIds, qualityIds, subjectIds } from '#core/model/formats.ts';
import { modelId } from '#core/model/models.ts';
import { defineOperation, scopes } from '#core/protocol/operation.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { routeOf } from './routes.ts';

const none = z.strictObject({});

export const getMe = defineOperation({
  summary: 'Read the account, its balance and the scopes of the calling key',
  ...routeOf('getMe'),
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
    title: 'Read the account',
    description:
      'The plan, the credits that are left, and the scopes of the API key in use. Costs nothing, changes nothing, answers at once.',
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const listLedger = defineOperation({
  summary: 'List what runs reserved, paid and got back, newest first',
  description: 'Of jobs that are deleted too. A balance that was set by hand is a line without a job.',
  ...routeOf('listLedger'),
  tag: 'Account',
  access: { kind: 'key', scope: 'account:read' },
  params: none,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional().describe('From the Link header (rel="next") of the page before.'),
  }),
  body: null,
  reply: 'envelope',
  output: z.array(
    z
      .object({
        id: z.string(),
        kind: z
          .enum(['reserve', 'charge', 'release', 'set'])
          .describe('A run reserves its price, and then pays it or gets it back; "set" is a balance set by hand.'),
        credits: z.number().describe('What was booked; of "set", how much the balance rose or fell.'),
        creditsRemaining: z.number().describe('What could be spent after it.'),
        envelopeId: z.string().nullable(),
        recipeId: z.string().nullable(),
        key: z
          .object({ id: z.string(), name: z.string() })
          .nullable()
          .describe('Who paid; null for a page of the workspace.'),
        createdAt: z.iso.datetime(),
      })
      .meta({ id: 'LedgerLine' }),
  ),
  failures: [],
  isExtension: true,
});

export const listRecipes = defineOperation({
  summary: 'List the template catalog',
  ...routeOf('listRecipes'),
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
    title: 'List the recipes',
    description:
      'All video templates that run_recipe can run: what each does, its price in credits, about how long it takes, and whether its proposal is reviewed before the result is made. Costs nothing, changes nothing, answers at once.',
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
  summary: 'Price, duration and blockers of a run; free',
  ...routeOf('getEstimate'),
  tag: 'Recipes',
  access: { kind: 'key', scope: 'recipes:read' },
  params: none,
  query: z.strictObject({
    recipeId: z.enum(recipeIds),
    durationSeconds: z.coerce
      .number()
      .positive()
      .optional()
      .meta({ 'x-extension': true, description: 'Length of the video, for a better etaSeconds.' }),
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
      .meta({ 'x-extension': true, description: 'Subject of the run, on which depends what model it needs.' }),
    layout: z.enum(chatLayoutIds).optional().meta({
      'x-extension': true,
      description: 'Layout of message-bubbles, on which depends whether it needs a model.',
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
        description: 'The models that the run would use, where anything but recipeId was given.',
      }),
      missingModels: z
        .array(z.object({ message: z.string(), modelId: z.string().nullable() }))
        .optional()
        .meta({
          'x-extension': true,
          description:
            'What the run cannot begin without and is not installed here, where anything but recipeId was given; downloadModel installs the modelId, null where none can be downloaded.',
        }),
      warnings: z
        .array(z.string())
        .optional()
        .meta({ 'x-extension': true, description: 'What to know before, such as a run that outlasts its caller.' }),
    })
    .meta({ id: 'Estimate' }),
  failures: ['MODEL_NOT_FOUND'],
  isExtension: false,
  tool: {
    name: 'estimate',
    title: 'Estimate a run',
    description:
      'What a run of a recipe would cost, how long it would take on this device, and what would stop it (blockers). Ask before run_recipe. Costs nothing, changes nothing, answers at once.',
    example: { recipeId: 'tighten', durationSeconds: 90 },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});
