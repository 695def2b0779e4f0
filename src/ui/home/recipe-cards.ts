import { capitalise } from '#core/capitalise.ts';
/** What a card says of a recipe, and whether there is a moving picture of it in `public/sample/cards`. */
export type RecipeCard = {
  readonly id: string;
  readonly name: string;
  readonly pitch: string;
  readonly hasSample: boolean;
};

/** The cards of the first page. They are known without asking, so that nothing moves when the catalog comes. */
export const recipeCards: readonly RecipeCard[] = [
  card('remove-background', 'Cut a person or a thing out, down to the hair, with the sound kept.'),
  card('tighten', 'Take the pauses out of a talk. You look at every cut first.'),
  card('message-bubbles', 'Lay a chat over a video, each bubble as long as it takes to read.'),
  card('text-behind', 'Set large words between the person and the room.'),
  card('tracked-title-card', 'Pin a title to a face or a thing, and it follows.'),
  card('launch-cut', 'A short film out of your takes, cut to the beat.'),
];

function card(id: string, pitch: string): RecipeCard {
  return { id, name: toRecipeName(id), pitch, hasSample: true };
}

/** The name of a recipe, from its id: `remove-background` is `Remove background`. */
export function toRecipeName(id: string): string {
  const words = id.replaceAll('-', ' ');
  return capitalise(words);
}

/** The known cards, then one for each recipe of the catalog that has none. */
export function withOthers(
  catalog: readonly { readonly id: string; readonly name: string; readonly summary: string }[],
): readonly RecipeCard[] {
  const others = catalog.filter(({ id }) => !recipeCards.some((known) => known.id === id));
  return [...recipeCards, ...others.map(({ id, name, summary }) => ({ id, name, pitch: summary, hasSample: false }))];
}
