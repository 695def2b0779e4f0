import type { Run } from '#engine/run.ts';
import type { BuiltRecipeId } from './catalog.ts';
import { runExport } from './export/run.ts';
import { runLaunchCut } from './launch-cut/run.ts';
import { runRemoveBackground } from './remove-background/run.ts';

/** How each recipe that is built is made. */
export type Runs = { readonly [R in BuiltRecipeId]: Run<R> };

export const runs: Runs = { 'remove-background': runRemoveBackground, export: runExport, 'launch-cut': runLaunchCut };
