import { capitalise } from '#core/lib/capitalise.ts';
import cards from '#recipes/generated/cards.json' with { type: 'json' };

/** The content of a recipe's card, and whether `public/sample/cards` has an animated sample of it. */
export type RecipeCard = {
  readonly id: string;
  readonly name: string;
  readonly pitch: string;
  readonly hasSample: boolean;
};

/** The cards of the home page, which ship with it, so that the layout does not move when the catalog arrives. */
export const recipeCards: readonly RecipeCard[] = cards;

/** Returns the name of a recipe. For an id without a card, the name derives from the id. */
export const toRecipeName = (id: string): string =>
  recipeCards.find((card) => card.id === id)?.name ?? capitalise(id.replaceAll('-', ' '));

/** Returns the known cards, then one for each other recipe of the catalog. */
export function withOthers(
  catalog: readonly { readonly id: string; readonly name: string; readonly summary: string }[],
): readonly RecipeCard[] {
  const others = catalog.filter(({ id }) => !recipeCards.some((known) => known.id === id));
  return [...recipeCards, ...others.map(({ id, name, summary }) => ({ id, name, pitch: summary, hasSample: false }))];
}
