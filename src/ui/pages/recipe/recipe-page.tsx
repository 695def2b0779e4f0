import { useMemo } from 'preact/hooks';
import '#ui/app/styles/forms.css';
import { call, type DataOf } from '#ui/app/client.ts';
import { isWhole } from '#ui/kit/form/form.tsx';
import { readSchema } from '#ui/kit/form/read-schema.ts';
import { toRecipeName } from '#ui/pages/home/recipe-cards.ts';
import type { Json } from '#ui/app/json.ts';
import { keptMaterials, refreshMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { findCall, readOpenApi, toRunPath } from '#ui/app/openapi-document.ts';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { RunForm } from './run-form.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

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
