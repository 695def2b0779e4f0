import type { Run } from '#engine/run.ts';
import type { RecipeId } from './catalog.ts';
import { runRemoveBackground } from './remove-background/run.ts';

/** The runs of the recipes that are built; the API refuses the others before a job is made. */
export const runs: { readonly [R in RecipeId]?: Run<R> } = { 'remove-background': runRemoveBackground };
