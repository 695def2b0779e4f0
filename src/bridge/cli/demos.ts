import { Failure } from '#core/lib/failure.ts';
import type { Demo } from '#core/model/recipe-about.ts';
import allDemos from '#recipes/generated/demos.json' with { type: 'json' };

/** The demos of all recipes, by recipe id. */
export const demos: Readonly<Record<string, Demo>> = allDemos;

/** The recipes that have a demo. */
export const demoIds = Object.keys(demos);

/** The demo of a recipe. Throws VALIDATION_FAILED for an id that is none. */
export function getDemo(recipeId: string): Demo {
  const demo = demos[recipeId];
  if (!demo) {
    throw new Failure('VALIDATION_FAILED', {
      message: `There is no recipe "${recipeId}": give ${demoIds.join(', ')}.`,
    });
  }
  return demo;
}

/** The fields of the input that take files, each with those of the caller, or of the demo where the caller gives none. */
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
