import type { Recipe } from '#core/protocol/operation.ts';
import { recipes } from './list.ts';

export { recipes };

export type RecipeId = keyof typeof recipes;

/** The templates of the catalog, which run calls, forms and estimates can name. */
export type ListedRecipeId = {
  [R in RecipeId]: (typeof recipes)[R]['isListed'] extends true ? R : never;
}[RecipeId];

/** The recipe ids that a job may have. */
export const jobRecipeIds = Object.keys(recipes).filter((id): id is RecipeId => Object.hasOwn(recipes, id));

const isListed = (id: RecipeId): id is ListedRecipeId => recipes[id].isListed;
export const recipeIds = jobRecipeIds.filter(isListed);

/** Returns the id of a recipe, listed or not; undefined for a recipe that this version does not have. */
export const findRecipeId = (id: string): RecipeId | undefined => jobRecipeIds.find((one) => one === id);

/** Whether the user reviews the proposal of the recipe. */
export const hasReviewGate = (id: RecipeId): boolean => recipes[id].proposal !== null;

/** The recipe of the examples in the API reference: the first one with a review. */
export const exampleRecipeId = recipeIds.find(hasReviewGate);

/** Returns the `Recipe.pace` of an input; empty for an unknown id. */
export function getPace(id: string, input: Parameters<Recipe['pace']>[0]): string {
  const known = findRecipeId(id);
  const recipe: Recipe | undefined = known && recipes[known];
  return recipe?.pace(input) ?? '';
}
