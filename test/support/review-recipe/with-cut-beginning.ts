import { cutBeginning } from './recipe.ts';

/** The module of the list of recipes, with the test recipe in it. */
export const withCutBeginning = ({ recipes }: { readonly recipes: object }) => ({
  recipes: { ...recipes, 'cut-beginning': cutBeginning },
});
