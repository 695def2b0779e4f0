import type * as z from 'zod';
import { launchCut } from './launch-cut/recipe.ts';
import { messageBubbles } from './message-bubbles/recipe.ts';
import { removeBackground } from './remove-background/recipe.ts';
import { textBehind } from './text-behind/recipe.ts';
import { tighten } from './tighten/recipe.ts';
import { trackedTitleCard } from './tracked-title-card/recipe.ts';
import { announcedInput } from './announced.ts';

/** The catalog: the one list of templates. Run calls, forms, OpenAPI and docs are computed from it. */
export const recipes = {
  'remove-background': removeBackground,
  tighten,
  'message-bubbles': messageBubbles,
  'text-behind': textBehind,
  'tracked-title-card': trackedTitleCard,
  'launch-cut': launchCut,
} as const;

export type RecipeId = keyof typeof recipes;
export type InputOf<R extends RecipeId> = z.output<(typeof recipes)[R]['input']>;

export const recipeIds = Object.keys(recipes).filter((id): id is RecipeId => Object.hasOwn(recipes, id));

/** False for a recipe that is announced in the catalog and not built yet: a run of it is NOT_IMPLEMENTED. */
export const isBuilt = (id: RecipeId): boolean => recipes[id].input !== announcedInput;
