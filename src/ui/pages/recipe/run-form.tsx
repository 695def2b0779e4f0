import { useRef } from 'preact/hooks';
import './run.css';
import { qualityIds, subjectIds } from '#core/model/formats.ts';
import { chatLayoutIds } from '#recipes/message-bubbles/layouts.ts';
import type { ListedRecipeId } from '#recipes/catalog.ts';
import type { DataOf } from '#ui/app/client.ts';
import { toPercent } from '#ui/kit/format.ts';
import { Form, type Whole } from '#ui/kit/form/form.tsx';
import { Estimate } from '#ui/pages/home/estimate.tsx';
import { MovingSample } from '#ui/pages/home/moving-sample.tsx';
import { recipeCards } from '#ui/pages/home/recipe-cards.ts';
import { toText, type Json } from '#ui/app/json.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { prefersStill } from '#ui/kit/prefers-still.ts';
import { hasSample } from './sample-body.ts';
import { mainMaterial, useRun, type Run } from './use-run.ts';
import { toWorkSeconds } from './work-seconds.ts';

export type Template = DataOf<'listRecipes'>[number];

/** The form of a run, and next to it the result, the price, the missing fields and the start button. */
export function RunForm({ field, recipe, material }: { field: Whole; recipe: Template; material: string | null }) {
  const run = useRun(field, recipe.id, material);
  const form = useRef<HTMLFormElement>(null);
  const point = (path: string): void => focusField(form.current, path);
  return (
    <form
      ref={form}
      class="run"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run.submit(point);
      }}
    >
      <div class="run-fields stack stack-wide">
        <p class="soft run-lead">
          {recipe.summary} {recipe.hasReviewGate && 'You approve a preview first.'}
        </p>
        <Form
          field={field}
          value={run.body}
          problems={run.problems}
          material={mainMaterial(run.body)}
          onChange={run.setBody}
        />
      </div>
      <aside class="run-aside stack" aria-label="Result and price">
        <Sample recipe={recipe} run={run} />
        <Price recipe={recipe} body={run.body}>
          {(isBlocked) => <Start recipe={recipe} run={run} isBlocked={isBlocked} onPoint={point} />}
        </Price>
      </aside>
    </form>
  );
}

/** The result of the recipe, and a button that runs it with the project's sample files. */
function Sample({ recipe, run }: { recipe: Template; run: Run }) {
  const isShown = recipeCards.some(({ id }) => id === recipe.id);
  return (
    <>
      {isShown && (
        <div class="run-sample">
          <MovingSample name={recipe.id} isStill={prefersStill.value || run.isBusy} />
        </div>
      )}
      {hasSample(recipe.id) && (
        <button type="button" class="button" disabled={run.isBusy} onClick={run.trySample}>
          Try with sample
        </button>
      )}
    </>
  );
}

function Start(props: { recipe: Template; run: Run; isBlocked: boolean; onPoint: (path: string) => void }) {
  const { recipe, run, isBlocked, onPoint } = props;
  return (
    <div class="stack stack-tight">
      {run.lacking.size > 0 && (
        <p class="small soft">
          Required:{' '}
          {[...run.lacking].map(([path, label], index) => (
            <span key={path}>
              {index > 0 && ', '}
              <button type="button" class="link-button" onClick={() => onPoint(path)}>
                {label}
              </button>
            </span>
          ))}
        </p>
      )}
      {run.refusal && <Problem error={run.refusal} />}
      <button class="button button-primary button-large" disabled={isBlocked || run.isBusy}>
        {recipe.hasReviewGate ? 'Create proposal' : 'Start'}
      </button>
      {run.isBusy && (
        <>
          <p class="small num" aria-live="polite">
            {run.share === null ? 'Starting' : `Adding files, ${toPercent(run.share)}`}
          </p>
          <Progress label="Starting" share={run.share} />
        </>
      )}
      {!run.isBusy && Object.keys(run.body).length > 0 && (
        <p class="small soft">
          <button type="button" class="link-button" onClick={run.clear}>
            Clear form
          </button>
        </p>
      )}
    </div>
  );
}

function Price(props: { recipe: Template; body: Json; children: Parameters<typeof Estimate>[0]['children'] }) {
  const { recipe, body } = props;
  const { quality, subject, layout } = body;
  const [model, material] = [toText(body['model']), toText(body['material'])];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API's catalog contains it
  const recipeId = recipe.id as ListedRecipeId;
  return (
    <Estimate
      run={{
        recipeId,
        ...(isOneOf(qualityIds, quality) && { quality }),
        ...(model !== '' && { model }),
        ...(material !== '' && { material }),
        ...(isOneOf(subjectIds, subject) && { subject }),
        ...(isOneOf(chatLayoutIds, layout) && { layout }),
      }}
      workSeconds={toWorkSeconds(body, keptMaterials.value ?? [])}
    >
      {props.children}
    </Estimate>
  );
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value);

/** Focuses the field at a path, or its nearest ancestor, and expands the sections that hide it. */
function focusField(form: HTMLFormElement | null, path: string): void {
  const holders = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].filter(
    ({ dataset }) => dataset['path'] === path || path.startsWith(`${dataset['path'] ?? ''}.`),
  );
  const holder = holders.at(-1);
  const folded = holder?.closest('details');
  if (folded) {
    folded.open = true;
  }
  holder?.scrollIntoView({ block: 'center' });
  holder?.querySelector<HTMLElement>('input:not([hidden]), select, textarea, button')?.focus({ preventScroll: true });
}
