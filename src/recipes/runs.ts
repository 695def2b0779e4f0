import type { Run } from '#engine/run.ts';
import type { RecipeId } from './catalog.ts';
import { runExport } from './export/run.ts';
import { runLaunchCut } from './launch-cut/run.ts';
import { runMessageBubbles } from './message-bubbles/run.ts';
import { runRemoveBackground } from './remove-background/run.ts';
import { runTighten } from './tighten/run.ts';
import { runTextBehind } from './text-behind/run.ts';
import { runTrackedTitleCard } from './tracked-title-card/run.ts';

/** How each recipe is made. */
export type Runs = { readonly [R in RecipeId]: Run<R> };

export const runs: Runs = {
  'remove-background': runRemoveBackground,
  tighten: runTighten,
  'message-bubbles': runMessageBubbles,
  'text-behind': runTextBehind,
  'tracked-title-card': runTrackedTitleCard,
  'launch-cut': runLaunchCut,
  export: runExport,
};
