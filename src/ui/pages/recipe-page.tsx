import { useMemo } from 'preact/hooks';
import '../styles/forms.css';
import { call, type DataOf } from '../client.ts';
import { isWhole } from '../form/form.tsx';
import { readSchema } from '../form/read-schema.ts';
import { toRecipeName } from '../home/recipe-cards.ts';
import type { Json } from '../json.ts';
import { keptMaterials, refreshMaterials } from '../materials/materials.ts';
import { toHref } from '../navigation.ts';
import { findCall, readOpenApi, toRunPath } from '../openapi-document.ts';
import { Page, Reading } from '../parts/page.tsx';
import { RunForm } from '../run/run-form.tsx';
import { useLoad } from '../use-load.ts';

type Template = DataOf<'listRecipes'>[number];

/** The page that starts a run of a recipe: a form of its parameters, its price, and the start button. */
export function RecipePage({ recipeId, material }: { recipeId: string; material: string | null }) {
  const { loaded, again } = useLoad(async (signal) => {
    const [recipes, api] = await Promise.all([
      call('listRecipes', { signal }),
      readOpenApi(toRunPath(recipeId)),
      // Reserves the space of the stored materials in the form.
      keptMaterials.value ?? refreshMaterials(signal),
    ]);
    return { recipes, api };
  }, recipeId);
  const recipe = loaded.state === 'ready' ? loaded.data.recipes.find(({ id }) => id === recipeId) : undefined;
  const isUnknown = loaded.state === 'ready' && !recipe;
  return (
    <Page title={isUnknown ? 'Recipe' : (recipe?.name ?? toRecipeName(recipeId))}>
      <Reading loaded={loaded} again={again}>
        {({ api }) => (recipe ? <Setup api={api} recipe={recipe} material={material} /> : <Unknown />)}
      </Reading>
    </Page>
  );
}

const Unknown = () => (
  <p>
    Recipe not found. <a href={toHref({ page: 'home', material: null })}>All recipes</a>
  </p>
);

function Setup({ api, recipe, material }: { api: Json; recipe: Template; material: string | null }) {
  const field = useMemo(() => readSchema(api, findCall(api, toRunPath(recipe.id))?.body), [api, recipe.id]);
  return isWhole(field) ? <RunForm field={field} recipe={recipe} material={material} /> : <Unknown />;
}
