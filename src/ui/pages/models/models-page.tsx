import { useEffect, useState } from 'preact/hooks';
import { account, refreshAccount } from '#ui/app/account.ts';
import { toCount, toPercent, toSize } from '#ui/kit/format.ts';
import { AddModel } from './add-model.tsx';
import { ModelRow } from './model-row.tsx';
import { models, refreshModels, type Model } from './models.ts';
import { toHref } from '#ui/app/navigation.ts';
import { DeleteEverything } from '#ui/kit/parts/delete-everything.tsx';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

/** The page of the used storage and the models, where the user downloads, adds and removes models. */
export function ModelsPage() {
  const { loaded, again } = useLoad(refreshModels);
  // During a download `models` is newer than the data that this page has read.
  const shown = loaded.state === 'ready' && models.value ? { state: 'ready' as const, data: models.value } : loaded;
  return (
    <Page title="Storage and models">
      <Storage />
      <Reading loaded={shown} again={again}>
        {(all) => (
          <>
            <ModelList
              id="people"
              title="Models for people"
              sentence="Quality Fast uses the default model. Quality Best averages the models marked as part of the ensemble, which is more accurate than each one. A run that names a model uses only that model."
              models={all.filter((model) => model.subject === 'person')}
            />
            <ModelList
              id="objects"
              title="Models for objects"
              sentence="Used when the subject of a run is Objects."
              models={all.filter((model) => model.subject === 'object')}
            />
            <ModelList
              id="helpers"
              title="Models that help recipes"
              sentence="Optional. Recipes use installed models that detect speech or faces."
              models={all.filter((model) => model.task !== 'matting')}
            />
            <AddModel />
          </>
        )}
      </Reading>
      {shown.state !== 'loading' && <DeleteEverything />}
    </Page>
  );
}

function ModelList(props: { id: string; title: string; sentence: string; models: readonly Model[] }) {
  return (
    <section class="stack" aria-labelledby={props.id}>
      <div class="stack stack-tight">
        <h2 id={props.id}>{props.title}</h2>
        <p class="soft">{props.sentence}</p>
      </div>
      <ul class="rows">
        {props.models
          .toSorted((a, b) => toOrder(a) - toOrder(b))
          .map((model) => (
            <ModelRow key={model.id} model={model} />
          ))}
      </ul>
    </section>
  );
}

/** Installed models first, then recommended and other downloads, and last those that a page cannot fetch. */
function toOrder({ state, downloadable, recommended }: Model): number {
  if (state === 'installed') {
    return 0;
  }
  if (!downloadable && state === 'available') {
    return 3;
  }
  return recommended ? 1 : 2;
}

const kinds = [
  ['materials', 'Media'],
  ['results', 'Results'],
  ['models', 'Models'],
] as const;

function Storage() {
  // The storage changes with every downloaded byte.
  const bytes = models.value?.reduce((sum, model) => sum + model.bytesDone, 0);
  useEffect(() => void refreshAccount().catch(() => undefined), [bytes]);
  const storage = account.value?.storage;
  const isLasting = useIsLasting();
  const share = storage && storage.quotaBytes > 0 ? Math.min(1, storage.usedBytes / storage.quotaBytes) : 0;
  return (
    <section class="stack stack-tight" aria-labelledby="storage" aria-busy={storage ? undefined : true}>
      <h2 id="storage">Storage</h2>
      <p class="num">
        {storage ? (
          <>
            <strong>{toSize(storage.usedBytes)}</strong> of {toSize(storage.quotaBytes)} used ({toPercent(share)}), in{' '}
            {toCount(storage.files, 'file')}
          </>
        ) : (
          'Measuring'
        )}
      </p>
      <Progress label="Storage used" share={share} />
      <p class="small num">
        {kinds.map(([kind, label], index) => (
          <span key={kind}>
            {index > 0 && ' · '}
            {label} {storage ? toSize(storage.byKind[kind]) : '…'}
          </span>
        ))}
      </p>
      <p class="small">
        To make room, delete <a href={toHref({ page: 'materials' })}>materials</a>,{' '}
        <a href={toHref({ page: 'jobs' })}>jobs</a> with their results, or models below.
      </p>
      <p class="soft small storage-lasting">
        {isLasting
          ? 'The browser stores this data until you delete it.'
          : 'The browser may delete this data when space is low. To prevent this, install Offcut or allow it to store data.'}
      </p>
    </section>
  );
}

function useIsLasting(): boolean {
  const [isLasting, setLasting] = useState(true);
  useEffect(() => {
    void navigator.storage.persisted().then(setLasting);
  }, []);
  return isLasting;
}
