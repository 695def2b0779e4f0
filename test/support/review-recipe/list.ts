import { recipes as real } from '../../../src/recipes/list.ts';
import { cutBeginning } from './recipe.ts';

/** The recipes of the product, and the test recipe. */
export const recipes = { ...real, 'cut-beginning': cutBeginning };
