import { Failure } from '#core/lib/failure.ts';
import type { Demo } from '#core/model/recipe-about.ts';
import allDemos from '#recipes/generated/demos.json' with { type: 'json' };

/** The demos of all recipes, by recipe id. */
export const demos: Readonly<Record<string, Demo>> = allDemos;

/** The recipes that have a demo. */
export const demoIds = Object.keys(demos);

/** The recipe that a demo runs by default: the first one. */
export const defaultDemoId = demoIds[0] ?? '';

/** Returns the demo of a recipe. Throws VALIDATION_FAILED for an unknown recipe id. */
export function getDemo(recipeId: string): Demo {
  const demo = demos[recipeId];
  if (!demo) {
    throw new Failure('VALIDATION_FAILED', {
      message: `Unknown recipe "${recipeId}". Give one of: ${demoIds.join(', ')}.`,
    });
  }
  return demo;
}

/** Returns the input fields that take files. The first contains the given files, if any; the others the files of the demo. */
export function toFields(
  { files }: Demo,
  given: readonly string[],
): [name: string, files: string | readonly string[]][] {
  return Object.entries(files).map(([name, own], index) => {
    if (index > 0 || given.length === 0) {
      return [name, own];
    }
    return [name, typeof own === 'string' ? (given[0] ?? own) : given];
  });
}
