import * as z from 'zod';
import type { FailureCode } from '#core/lib/failure.ts';
import type { Operation, Tool } from '#core/protocol/operation.ts';
import { exampleRecipeId, recipeIds, recipes } from '#recipes/catalog.ts';
import { jobView } from './jobs.ts';
import { operations } from './registry.ts';
import type { OperationName } from './routes.ts';
import { queuedRunResult } from './runs.ts';

/** A tool with all that agents are told of it. */
export type ToolDefinition = Described & Doing;

/** One call of an operation, the run of the recipe that an argument names, or a job that is followed. */
type Doing = { readonly kind: 'call' | 'wait'; readonly operation: Operation } | { readonly kind: 'run' };

type Described = Tool & {
  /** All arguments in one object: path parameters, query and body. */
  readonly input: z.ZodType;
  /** What it answers, always an object. */
  readonly output: z.ZodType;
  /** True when the answer is a job, whose pictures and result come with it. */
  readonly isJob: boolean;
  readonly failures: readonly FailureCode[];
};

/** Seconds that `wait_for_job` waits: clients give a call up after a minute. */
const waitSeconds = { least: 1, most: 50, usual: 25 } as const;

/** The arguments of `wait_for_job`. */
export const waitArguments = operations.watchJob.params.extend({
  timeoutSeconds: z
    .number()
    .min(waitSeconds.least)
    .max(waitSeconds.most)
    .default(waitSeconds.usual)
    .describe('How long to wait at most.'),
});

/** The first arguments of `run_recipe`; the recipe checks `input` itself. */
export const runArguments = z.strictObject({ recipeId: z.enum(recipeIds), input: z.record(z.string(), z.unknown()) });

const runTool: Tool = {
  name: 'run_recipe',
  title: 'Run a recipe',
  description:
    'Starts a run and answers its job at once; then call wait_for_job. What input may hold depends on recipeId; its files (input.material, or input.materials where a recipe takes several) are handles of uploads, or public https addresses. Reserves the price of the recipe (see list_recipes), charges it when the job completes, and releases it when the job fails or is canceled. Takes from seconds to minutes (see estimate). Recipes with a review gate first make a proposal, which a person approves (review_job), unless input.autoApprove is true. An identical call is answered with the job that is there already, and costs nothing more.',
  example: { recipeId: exampleRecipeId, input: { material: 'mat_1' } },
  isReadOnly: false,
  isDestructive: false,
  isIdempotent: true,
};

/** All tools of the connector: one for every operation that declares one, and one for all runs. */
export const tools: readonly ToolDefinition[] = [...listCalls(), toRunDefinition()];

function listCalls(): ToolDefinition[] {
  return Object.values<Operation>(operations).flatMap((operation) =>
    operation.tool ? [toDefinition(operation, operation.tool)] : [],
  );
}

function toDefinition(operation: Operation, tool: Tool): ToolDefinition {
  const isWait = operation.reply === 'events';
  const output = isWait ? jobView : shorten(operation.output);
  return {
    ...tool,
    kind: isWait ? 'wait' : 'call',
    operation,
    input: isWait ? waitArguments : joinInput(operation),
    output: tool.listName === undefined ? output : toListOutput(operation, tool.listName),
    isJob: output === jobView || output === queuedRunResult,
    failures: operation.failures,
  };
}

/** Path parameters, query and body in one object. */
function joinInput({ params, query, body }: Operation): z.ZodType {
  return z.strictObject({ ...getFields(params), ...getFields(query), ...getFields(body) });
}

/** The names and schemas of the fields of an object schema; none for no schema. */
export function getFields(schema: z.ZodType | null): Readonly<Record<string, z.core.SomeType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Leaves the document of a canvas open: it explains itself, and its schema would fill the memory of an agent. */
function shorten(output: z.ZodType): z.ZodType {
  const document = z.looseObject({}).describe('The timeline: its size, tracks, items and markers.');
  return output instanceof z.ZodObject && 'document' in output.shape ? output.extend({ document }) : output;
}

/** A list within an object, with the cursor of the next page where the operation takes one. */
function toListOutput({ output, query }: Operation, listName: string): z.ZodType {
  const isPaged = 'cursor' in getFields(query);
  return z.object({ [listName]: output, ...(isPaged && { nextCursor: z.string().optional() }) });
}

function toRunDefinition(): ToolDefinition {
  const runs = recipeIds.map((id): Operation => operations[`run:${id}`]);
  const [first, ...others] = recipeIds.map((id) =>
    recipes[id].input.meta({ title: id, description: `For recipeId ${id}. ${recipes[id].summary}` }),
  );
  return {
    ...runTool,
    kind: 'run',
    input: runArguments.extend({ input: z.union(first ? [first, ...others] : []) }),
    output: queuedRunResult,
    isJob: true,
    failures: [...new Set(runs.flatMap(({ failures }) => failures))],
  };
}

/** The run operation that a recipe's id names. */
export const getRunOperation = (recipeId: z.output<typeof runArguments>['recipeId']): Operation =>
  operations[`run:${recipeId}` satisfies OperationName];
