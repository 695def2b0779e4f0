import { openBytes } from '#store/bytes.ts';
import { runs as real } from '../../../src/recipes/runs.ts';
import { createReviewRun } from './run.ts';

/** The runs of the product, and that of the test recipe. */
export const runs = { ...real, 'cut-beginning': createReviewRun(openBytes()) };
