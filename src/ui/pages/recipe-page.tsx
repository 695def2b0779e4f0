import { useMemo, useState } from 'preact/hooks';
import '../styles/forms.css';
import type { ListedRecipeId } from '#recipes/catalog.ts';
import { call, type DataOf } from '../client.ts';
import { ApiError } from '../envelope.ts';
import { toProblems } from '../form/form-context.ts';
import { Form, isWhole, type Whole } from '../form/form.tsx';
import { readSchema } from '../form/read-schema.ts';
import { findMissing } from '../form/values.ts';
import { Estimate } from '../home/estimate.tsx';
import { toList, toText, type Json } from '../json.ts';
import { keptMaterials } from '../materials/materials.ts';
import { goTo, toHref } from '../navigation.ts';
import { findCall, readOpenApi } from '../openapi-document.ts';
import { Page, Reading } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { startRun } from '../start-run.ts';
import { useAction } from '../use-action.ts';
import { useLoad } from '../use-load.ts';

type Template = DataOf<'listRecipes'>[number];

/** The page on which a run of a recipe starts: a form of all that its run call takes, its price, and the button. */
export function RecipePage({ recipeId, material }: { recipeId: string; material: string | null }) {
  const { loaded, again } = useLoad(
    async (signal) => ({ recipes: await call('listRecipes', { signal }), api: await readOpenApi() }),
    recipeId,
  );
  const recipe = loaded.state === 'ready' ? loaded.data.recipes.find(({ id }) => id === recipeId) : undefined;
  return (
    <Page title={recipe?.name ?? 'Recipe'}>
      <Reading loaded={loaded} again={again}>
        {({ api }) => (recipe ? <Setup api={api} recipe={recipe} material={material} /> : <Unknown />)}
      </Reading>
    </Page>
  );
}

const Unknown = () => (
  <p>
    There is no such recipe. <a href={toHref({ page: 'home', material: null })}>All recipes</a>
  </p>
);

function Setup({ api, recipe, material }: { api: Json; recipe: Template; material: string | null }) {
  const field = useMemo(() => readSchema(api, findCall(api, `/v1/run/${recipe.id}`)?.body), [api, recipe.id]);
  return isWhole(field) ? <RunForm field={field} recipe={recipe} material={material} /> : <Unknown />;
}

function RunForm({ field, recipe, material }: { field: Whole; recipe: Template; material: string | null }) {
  const { body, setBody, problems, refusal, isBusy, submit } = useRun(field, recipe, material);
  return (
    <form
      class="stack stack-wide recipe-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p class="keys-lead soft">
        {recipe.summary} {recipe.hasReviewGate && 'You look at a proposal before it is made.'}
      </p>
      <Form field={field} value={body} problems={problems} material={mainMaterial(body)} onChange={setBody} />
      <Price recipe={recipe} body={body}>
        {(isBlocked) => (
          <div class="stack">
            {refusal && <Problem error={refusal} />}
            <div>
              <button class="button button-primary button-large" disabled={isBlocked || isBusy}>
                {recipe.hasReviewGate ? 'Make a proposal' : 'Start'}
              </button>
            </div>
          </div>
        )}
      </Price>
    </form>
  );
}

/** The body of the run call, and what starts it: then the page of its job is opened. */
function useRun(field: Whole, recipe: Template, material: string | null) {
  const [body, setBody] = useState<Json>(() => toFirstBody(field, material));
  const [missing, setMissing] = useState<ReadonlyMap<string, string>>(new Map());
  const { run, isBusy, error } = useAction();
  const submit = (): void => {
    const found = findMissing(field, body);
    setMissing(found);
    if (found.size === 0) {
      run(async () => goTo({ page: 'job', jobId: await startRun(recipe.id, body) }));
    }
  };
  return {
    body,
    setBody: (next: Json): void => {
      setBody(next);
      setMissing(new Map());
    },
    problems: new Map([...toProblems(error), ...missing]),
    refusal: missing.size > 0 ? toMissingError(missing) : error,
    isBusy,
    submit,
  };
}

/** The body to begin with: the given material, where the recipe takes one. */
function toFirstBody({ control }: Whole, material: string | null): Json {
  const taking = control.fields.find(({ name }) => name === 'material' || name === 'materials');
  return material === null || !taking ? {} : { [taking.name]: taking.name === 'material' ? material : [material] };
}

const mainMaterial = (body: Json): string | null =>
  toText(body['material']) || toText(toList(body['materials'])[0]) || null;

const toMissingError = (missing: ReadonlyMap<string, string>): ApiError =>
  new ApiError({
    errorCode: 'VALIDATION_FAILED',
    message: [...new Set(missing.values())].join(' '),
    isRetryable: false,
  });

function Price(props: { recipe: Template; body: Json; children: Parameters<typeof Estimate>[0]['children'] }) {
  const { recipe, body } = props;
  const named = [toText(body['material']), ...toList(body['materials']).map(toText)];
  const kept = keptMaterials.value?.filter(({ material }) => named.includes(material)) ?? [];
  const seconds = kept.reduce((sum, { durationSeconds = 0 }) => sum + durationSeconds, 0);
  const quality = body['quality'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalog of the API has it
  const recipeId = recipe.id as ListedRecipeId;
  return (
    <Estimate
      run={{ recipeId, ...((quality === 'best' || quality === 'fast') && { quality }) }}
      workSeconds={seconds || null}
    >
      {props.children}
    </Estimate>
  );
}
