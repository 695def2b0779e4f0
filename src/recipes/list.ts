import { exportCanvas } from './export/recipe.ts';
import { launchCut } from './launch-cut/recipe.ts';
import { messageBubbles } from './message-bubbles/recipe.ts';
import { removeBackground } from './remove-background/recipe.ts';
import { textBehind } from './text-behind/recipe.ts';
import { tighten } from './tighten/recipe.ts';
import { trackedTitleCard } from './tracked-title-card/recipe.ts';

/** The only list of recipes. The catalog, run calls, forms, OpenAPI and docs are generated from the entries with `isListed`. */
export const recipes = {
  'remove-background': removeBackground,
  tighten,
  'message-bubbles': messageBubbles,
  'text-behind': textBehind,
  'tracked-title-card': trackedTitleCard,
  'launch-cut': launchCut,
  export: exportCanvas,
} as const;
