import { call } from '../client.ts';
import { toDuration } from '../format.ts';
import { toHref } from '../navigation.ts';
import { Reading } from '../parts/page.tsx';
import { useLoad } from '../use-load.ts';

/** The catalog: a card for each recipe, which leads to its page. */
export function Recipes() {
  const { loaded, again } = useLoad((signal) => call('listRecipes', { signal }));
  return (
    <section class="stack" aria-labelledby="recipes">
      <h2 id="recipes">Recipes</h2>
      <Reading loaded={loaded} again={again}>
        {(recipes) => (
          <ul class="cards">
            {recipes.map((recipe) => (
              <li key={recipe.id} class="card recipe">
                <h3>
                  <a class="card-link" href={toHref({ page: 'recipe', recipeId: recipe.id, material: null })}>
                    {recipe.name}
                  </a>
                </h3>
                <p class="soft small">{recipe.summary}</p>
                <p class="soft small num">
                  {recipe.priceCredits} credits · about {toDuration(recipe.etaSeconds)}
                  {recipe.hasReviewGate && ' · with review'}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Reading>
    </section>
  );
}
