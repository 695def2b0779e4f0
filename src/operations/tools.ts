import * as z from 'zod';
import type { FailureCode } from '#core/lib/failure.ts';
import type { Operation, Tool } from '#core/protocol/operation.ts';
import { exampleRecipeId, recipeIds, recipes } from '#recipes/catalog.ts';
import { jobView } from './jobs.ts';
import { labPrefix } from './lab-tool.ts';
import { operations } from './registry.ts';
import type { OperationName } from './routes.ts';
import { queuedRunResult } from './runs.ts';

/** A tool with everything that agents receive about it. */
export type ToolDefinition = Described & Doing;

/** One call of an operation, the run of the recipe that an argument names, or a job that is followed. */
type Doing = { readonly kind: 'call' | 'wait'; readonly operation: Operation } | { readonly kind: 'run' };

type Described = Tool & {
  /** All arguments in one object: path parameters, query and body. */
  readonly input: z.ZodType;
  /** The output, always an object. */
  readonly output: z.ZodType;
  /** True if the output is a job, which the response accompanies with its images and its result. */
  readonly isJob: boolean;
  readonly failures: readonly FailureCode[];
};

/** The wait of `wait_for_job`, in seconds. Clients abandon a call after a minute. */
const waitSeconds = { min: 1, max: 50, default: 25 } as const;

/** The arguments of `wait_for_job`. */
export const waitArguments = operations.watchJob.params.extend({
  timeoutSeconds: z
    .number()
    .min(waitSeconds.min)
    .max(waitSeconds.max)
    .default(waitSeconds.default)
    .describe('The maximum wait, in seconds.'),
});

/** The first arguments of `run_recipe`; the recipe checks `input` itself. */
export const runArguments = z.strictObject({ recipeId: z.enum(recipeIds), input: z.record(z.string(), z.unknown()) });

const runTool: Tool = {
  name: 'run_recipe',
  title: 'Run a recipe',
  description:
    'Starts a run and returns its job immediately; then call wait_for_job. The fields of input depend on recipeId; its files (input.material, or input.materials if the recipe takes several) are handles of uploads or public https URLs. Reserves the price (see list_recipes), charges it when the job completes, and releases it when the job fails or is canceled. Takes seconds to minutes (see estimate). Recipes with a review gate first create a proposal, which the user approves (review_job), unless input.autoApprove is true. An identical call returns the existing job and costs nothing more.',
  example: { recipeId: exampleRecipeId, input: { material: 'mat_1' } },
  isReadOnly: false,
  isDestructive: false,
  isIdempotent: true,
};

const calls = listCalls();
const isOfLab = ({ name }: ToolDefinition): boolean => name.startsWith(labPrefix);

/** The tools of the connector: one for every operation that declares one, and one for all runs. */
export const tools: readonly ToolDefinition[] = [...calls.filter((tool) => !isOfLab(tool)), toRunDefinition()];

/** All tools, with those that control the lab. */
export const labTools: readonly ToolDefinition[] = [...tools, ...calls.filter(isOfLab)];

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

/** Returns a schema with path parameters, query and body in one object. */
function joinInput({ params, query, body }: Operation): z.ZodType {
  return z.strictObject({ ...getFields(params), ...getFields(query), ...getFields(body) });
}

/** Returns the fields of an object schema by name; empty for null. */
export function getFields(schema: z.ZodType | null): Readonly<Record<string, z.core.SomeType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Omits the schema of a canvas document: the document is self-explanatory, and its schema would fill an agent's context. */
function shorten(output: z.ZodType): z.ZodType {
  const document = z.looseObject({}).describe('The timeline: its size, tracks, items and markers.');
  return output instanceof z.ZodObject && 'document' in output.shape ? output.extend({ document }) : output;
}

/** Returns an object with the list, and with the cursor of the next page if the operation takes one. */
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
