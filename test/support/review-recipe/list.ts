import { recipes as real } from '../../../src/recipes/list.ts';
import { withCutBeginning } from './with-cut-beginning.ts';

/** The recipes of the product, and the test recipe. */
export const { recipes } = withCutBeginning({ recipes: real });
