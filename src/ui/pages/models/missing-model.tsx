import { useEffect } from 'preact/hooks';
import { call } from '#ui/app/client.ts';
import { toPercent, toSize } from '#ui/kit/format.ts';
import { models, refreshModels } from './models.ts';
import { toHref } from '#ui/app/navigation.ts';
import { forPeople } from '#ui/kit/parts/for-people.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { useAction } from '#ui/kit/use-action.ts';

/**
 * Reports that a run needs a model that is not installed, with a button that downloads one. `onSolved` is called once it
 * is installed.
 */
export function MissingModel(props: { message: string; modelId: string | null; onSolved: () => void }) {
  const { message, modelId, onSolved } = props;
  const { run, isBusy, error } = useAction();
  const model = models.value?.find(({ id }) => id === modelId);
  const state = model?.state;
  const share = model ? model.bytesDone / Math.max(1, model.bytes) : 0;
  useEffect(() => void refreshModels().catch(() => undefined), []);
  useEffect(() => {
    if (state === 'installed') {
      onSolved();
    }
  }, [state]);
  const download = async (id: string): Promise<void> => {
    await call('downloadModel', { params: { modelId: id }, body: {} });
    await refreshModels();
  };
  const problem = error ?? (model?.error && { ...model.error, code: model.error.errorCode });
  return (
    <div class="note note-warn stack stack-tight">
      <p>{forPeople(message)}</p>
      {model && (state === 'downloading' || state === 'checking') ? (
        <>
          <p class="small num">
            {model.name}: {toPercent(share)}
          </p>
          <Progress label={`Download of ${model.name}`} share={share} />
        </>
      ) : (
        <div class="row">
          {model?.downloadable === true && (
            <button type="button" class="button" disabled={isBusy} onClick={() => run(() => download(model.id))}>
              Download {model.name} ({toSize(model.bytes)})
            </button>
          )}
          <a href={toHref({ page: 'models' })} target="_blank" rel="noopener">
            View all models in a new tab
          </a>
        </div>
      )}
      {problem && <Problem error={problem} />}
    </div>
  );
}
