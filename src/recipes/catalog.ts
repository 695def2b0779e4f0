import type { Recipe } from '#core/operation.ts';
import { recipes } from './list.ts';

export { recipes };

export type RecipeId = keyof typeof recipes;

/** The templates of the catalog: what a run call, a form and an estimate can name. */
export type ListedRecipeId = {
  [R in RecipeId]: (typeof recipes)[R]['isListed'] extends true ? R : never;
}[RecipeId];

/** All that a job may be a run of. */
export const jobRecipeIds = Object.keys(recipes).filter((id): id is RecipeId => Object.hasOwn(recipes, id));

const isListed = (id: RecipeId): id is ListedRecipeId => recipes[id].isListed;
export const recipeIds = jobRecipeIds.filter(isListed);

/** The id of a recipe, listed or not; undefined for one that this version of the product does not have. */
export const findRecipeId = (id: string): RecipeId | undefined => jobRecipeIds.find((one) => one === id);

/** Whether somebody reviews what the recipe proposes. */
export const hasReviewGate = (id: RecipeId): boolean => recipes[id].proposal !== null;

/** What of the input decides how long a run takes, as `Recipe.pace` says; empty for an id that is unknown. */
export function paceOf(id: string, input: Parameters<Recipe['pace']>[0]): string {
  const known = findRecipeId(id);
  const recipe: Recipe | undefined = known && recipes[known];
  return recipe?.pace(input) ?? '';
}
