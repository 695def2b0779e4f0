import { useEffect, useState } from 'preact/hooks';
import { call } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { toPercent, toSize } from '#ui/kit/format.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { refreshModels, type Model } from './models.ts';

/** A model in the list: its quality, its facts and its actions. */
export function ModelRow({ model }: { model: Model }) {
  const [error, setError] = useState<OffcutError | null>(null);
  // An error of one state, such as a stop that was too late, is cleared in the next.
  useEffect(() => setError(null), [model.state]);
  const act = async (name: 'downloadModel' | 'cancelModel'): Promise<void> => {
    try {
      setError(null);
      await call(name, { params: { modelId: model.id }, body: {} });
    } catch (thrown) {
      setError(toError(thrown));
    }
    await refreshModels().catch(() => undefined);
  };
  const problem = error ?? (model.error && { ...model.error, code: model.error.errorCode });
  return (
    <li class="model" id={`model-${model.id}`}>
      <div class="stack stack-tight">
        <div class="row">
          <h3>{model.name}</h3>
          <StateChip model={model} />
        </div>
        <p class="model-summary">{model.summary}</p>
        <Facts model={model} />
        {model.state === 'downloading' && <Downloading model={model} />}
        {problem && <Problem error={problem} />}
        {model.place === null && !model.downloadable && model.state === 'available' && <ByOtherMeans model={model} />}
      </div>
      <div class="row model-actions">
        <Actions model={model} act={(name) => void act(name)} />
      </div>
    </li>
  );
}

const states: Readonly<Record<Model['state'], { label: string; look: string }>> = {
  installed: { label: 'Installed', look: 'chip-good' },
  available: { label: 'Not installed', look: '' },
  downloading: { label: 'Downloading', look: 'chip-going' },
  checking: { label: 'Testing', look: 'chip-going' },
  broken: { label: 'Not usable', look: 'chip-bad' },
};

function StateChip({ model }: { model: Model }) {
  const { look } = states[model.state];
  // A failed download is not a property of the file.
  const label = model.error?.errorCode === 'MODEL_UNREACHABLE' ? 'Not downloaded' : states[model.state].label;
  return (
    <>
      <span class={`chip ${look}`}>{label}</span>
      {model.recommended && model.state !== 'installed' && <span class="tag">Recommended</span>}
      {model.consensus && <span class="tag">Part of the ensemble</span>}
      {model.default && <span class="tag">Default for {toUse(model)}</span>}
    </>
  );
}

const uses = { voice: 'speech', faces: 'faces' } as const;

function toUse({ task, subject }: Model): string {
  if (task !== 'matting') {
    return uses[task];
  }
  return subject === 'person' ? 'people' : 'objects';
}

const places = { shipped: 'included with Offcut', deployment: 'on this site', browser: 'in this browser' } as const;

function Facts({ model }: { model: Model }) {
  const isAddress = /^https:\/\/\S+$/.test(model.source);
  return (
    <p class="soft small">
      <span class="num">{toSize(model.bytes)}</span> · {model.licence}
      {model.place !== null && ` · ${places[model.place]}`}
      {' · '}
      {isAddress ? (
        <a href={model.source} target="_blank" rel="noreferrer">
          {new URL(model.source).host}
        </a>
      ) : (
        model.source
      )}
      {' · '}
      <code>{model.id}</code>
    </p>
  );
}

function Downloading({ model }: { model: Model }) {
  const share = model.bytes > 0 ? model.bytesDone / model.bytes : 0;
  return (
    <div class="stack stack-tight model-progress">
      <p class="small num">
        {toSize(model.bytesDone)} of {toSize(model.bytes)}, {toPercent(share)}
      </p>
      <Progress label={`Download of ${model.name}`} share={share} />
    </div>
  );
}

/** Instructions for a model whose host sends no CORS headers. */
function ByOtherMeans({ model }: { model: Model }) {
  const [file] = model.files;
  return (
    <p class="small soft">
      {file?.address ? (
        <>
          Its site blocks downloads by other sites. On the machine that builds this site, run{' '}
          <code>npm run models -- {model.id}</code>, or <a href={file.address}>download the file</a> and add it below as
          your own model.
        </>
      ) : (
        'No download link. Add the file below as your own model.'
      )}
    </p>
  );
}

function Actions(props: { model: Model; act: (name: 'downloadModel' | 'cancelModel') => void }) {
  const { model, act } = props;
  const download = toDownload(model);
  return (
    <>
      {model.downloadable && (
        <>
          {model.bytesDone > 0 && <span class="num soft small">{toSize(model.bytes - model.bytesDone)} left</span>}
          <button
            type="button"
            class="button"
            aria-label={`${download.name} ${model.name}`}
            onClick={() => act('downloadModel')}
          >
            {download.label}
          </button>
        </>
      )}
      {model.state === 'downloading' && (
        <button
          type="button"
          class="button"
          aria-label={`Stop the download of ${model.name}`}
          onClick={() => act('cancelModel')}
        >
          Stop
        </button>
      )}
      {model.removable && model.state !== 'downloading' && (
        <ConfirmButton
          label="Remove"
          name={`Remove ${model.name}`}
          title={`Remove ${model.name}?`}
          onConfirm={async () => {
            await call('deleteModel', { params: { modelId: model.id } });
            await refreshModels();
          }}
        >
          {model.added
            ? 'The file is deleted from this browser permanently. Results created with it stay.'
            : 'The file is deleted from this browser. You can download it again. Results created with it stay.'}
        </ConfirmButton>
      )}
    </>
  );
}

/** The text of the download button. The accessible name must begin with this text. */
function toDownload({ bytesDone, state }: Model): { label: string; name: string } {
  if (bytesDone > 0) {
    return { label: 'Resume', name: 'Resume the download of' };
  }
  return state === 'broken'
    ? { label: 'Try again', name: 'Try again to download' }
    : { label: 'Download', name: 'Download' };
}
