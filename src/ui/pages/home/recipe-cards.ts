import { capitalise } from '#core/lib/capitalise.ts';
import cards from '#recipes/generated/cards.json' with { type: 'json' };

/** What a card says of a recipe, and whether `public/sample/cards` has a moving sample of it. */
export type RecipeCard = {
  readonly id: string;
  readonly name: string;
  readonly pitch: string;
  readonly hasSample: boolean;
};

/** The cards of the first page, which ship with it, so that nothing moves when the catalog arrives. */
export const recipeCards: readonly RecipeCard[] = cards;

/** The name of a recipe; for an id without a card it is made from the id. */
export const toRecipeName = (id: string): string =>
  recipeCards.find((card) => card.id === id)?.name ?? capitalise(id.replaceAll('-', ' '));

/** The known cards, then one for each recipe of the catalog that has none. */
export function withOthers(
  catalog: readonly { readonly id: string; readonly name: string; readonly summary: string }[],
): readonly RecipeCard[] {
  const others = catalog.filter(({ id }) => !recipeCards.some((known) => known.id === id));
  return [...recipeCards, ...others.map(({ id, name, summary }) => ({ id, name, pitch: summary, hasSample: false }))];
}
