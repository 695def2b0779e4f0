import { call } from '../client.ts';
import { toDuration } from '../format.ts';
import { Reading } from '../parts/page.tsx';
import { useLoad } from '../use-load.ts';

/** The recipes that this page can start. */
const startable = new Set(['remove-background']);

/** The catalog: the recipes that can be started, and the announced ones. */
export function Recipes() {
  const { loaded, again } = useLoad((signal) => call('listRecipes', { signal }));
  return (
    <section class="stack" aria-labelledby="recipes">
      <h2 id="recipes">Recipes</h2>
      <Reading loaded={loaded} again={again}>
        {(recipes) => (
          <ul class="cards">
            {recipes.map((recipe) => (
              <li key={recipe.id} class={startable.has(recipe.id) ? 'card recipe' : 'card recipe recipe-coming'}>
                <div class="row row-apart">
                  <h3>{recipe.name}</h3>
                  <span class={startable.has(recipe.id) ? 'chip chip-good' : 'chip'}>
                    {startable.has(recipe.id) ? 'Ready' : 'Coming'}
                  </span>
                </div>
                <p class="soft small">{recipe.summary}</p>
                <p class="soft small num">
                  {recipe.priceCredits} credits · about {toDuration(recipe.etaSeconds)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Reading>
    </section>
  );
}
