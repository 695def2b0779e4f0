import { useEffect, useState } from 'preact/hooks';
import { mediaKindOf, type MediaKind } from '#core/media-kind.ts';
import { toAddress } from '../base.ts';
import { ApiError } from '../envelope.ts';
import { toPercent } from '../format.ts';
import { keptMaterials, refreshMaterials } from '../materials/materials.ts';
import { useWindowDrop } from '../parts/drop-zone.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { anyFiles, kindLabels } from '../parts/media-kinds.ts';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { uploadFile } from '../upload.ts';
import { useAction } from '../use-action.ts';

type PickerProps = {
  /** What is picked, for screen readers: `Video`. */
  readonly label: string;
  /** Empty for any. */
  readonly mediaKinds: readonly MediaKind[];
  /** True for the one picker of a form that takes what is dropped on the window. */
  readonly takesDrops: boolean;
  /** Gets the handle of a material, or an address. */
  readonly onPick: (material: string) => void;
};

/** Files of the project that show what a recipe does, where it takes such a kind. */
const samples: Partial<Record<MediaKind, { readonly path: string; readonly mimeType: string }>> = {
  video: { path: 'sample/talk.mp4', mimeType: 'video/mp4' },
  sound: { path: 'sample/beat.m4a', mimeType: 'audio/mp4' },
};

/** The choice of a material: a kept file, a new file, the sample or an address. */
export function MaterialPicker(props: PickerProps) {
  const { label, mediaKinds, takesDrops, onPick } = props;
  const { run, isBusy, error } = useAction();
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => void refreshMaterials().catch(() => undefined), []);
  const upload = async (file: File): Promise<void> => {
    refuseOtherKinds(file, mediaKinds);
    const material = await uploadFile(file, setShare, new AbortController().signal);
    await refreshMaterials();
    onPick(material);
  };
  if (isBusy) {
    return (
      <div class="stack stack-tight">
        <p class="num">{share === null ? 'Storing the file' : `Storing the file, ${toPercent(share)}`}</p>
        <Progress label="Storing the file" share={share} />
      </div>
    );
  }
  const take = (file: File): void => run(() => upload(file));
  const sample = samples[mediaKinds[0] ?? 'video'];
  return (
    <div class="stack stack-tight">
      {takesDrops && <Drop onFile={take} />}
      <div class="row">
        <Kept {...props} />
        <FileButton label="Add a file" name={`${label}: file`} accept={anyFiles} onFile={take} />
        {sample && (
          <button type="button" class="button" onClick={() => run(async () => upload(await fetchSample(sample)))}>
            Use the sample
          </button>
        )}
      </div>
      <Address label={label} onPick={onPick} />
      {error && <Problem error={error} />}
    </div>
  );
}

/** The materials that are kept, of the kinds that fit. */
function Kept({ label, mediaKinds, onPick }: PickerProps) {
  const kept = keptMaterials.value?.filter(({ kind }) => mediaKinds.length === 0 || mediaKinds.includes(kind)) ?? [];
  return kept.length === 0 ? null : (
    <select
      class="input material-choice"
      aria-label={`${label}: one that is kept`}
      value=""
      onChange={({ currentTarget: { value } }) => value !== '' && onPick(value)}
    >
      <option value="">Choose one that is kept</option>
      {kept.map(({ material, name }) => (
        <option key={material} value={material}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Drop({ onFile }: { onFile: (file: File) => void }) {
  const isOver = useWindowDrop(onFile);
  return <p class="soft small only-wide">{isOver ? 'Let go to take it' : 'Or drop it anywhere in this window.'}</p>;
}

function Address({ label, onPick }: Pick<PickerProps, 'label' | 'onPick'>) {
  const [address, setAddress] = useState('');
  return (
    <details class="soft">
      <summary>Or give a public address</summary>
      <div class="row address">
        <input
          class="input grow"
          type="url"
          placeholder="https://example.com/clip.mp4"
          aria-label={`${label}: address`}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <button
          type="button"
          class="button"
          disabled={!address.startsWith('https://')}
          onClick={() => onPick(address.trim())}
        >
          Take it
        </button>
      </div>
      <p class="small">
        The site it is on must allow this (CORS). Many do not: then download the file and add it here.
      </p>
    </details>
  );
}

/** Throws ApiError for a file that the field does not take, before it is uploaded. */
function refuseOtherKinds(file: File, mediaKinds: readonly MediaKind[]): void {
  const kind = mediaKindOf(file.type);
  // A type that the browser does not know says nothing: the API looks into the file.
  if (file.type !== '' && mediaKinds.length > 0 && !mediaKinds.includes(kind)) {
    const wanted = mediaKinds.map((each) => kindLabels[each].toLowerCase()).join(' or ');
    throw new ApiError({
      errorCode: 'UNSUPPORTED_MEDIA',
      message: `${file.name} is ${kind === 'sound' ? 'sound' : `a ${kind}`}; this takes ${wanted}.`,
      isRetryable: false,
    });
  }
}

async function fetchSample({ path, mimeType }: { path: string; mimeType: string }): Promise<File> {
  const response = await fetch(toAddress(path));
  if (!response.ok) {
    throw new ApiError({
      errorCode: 'SAMPLE_MISSING',
      message:
        'The sample could not be loaded. It comes from the network the first time; add a file of your own instead.',
      isRetryable: true,
    });
  }
  return new File([await response.blob()], path.split('/').at(-1) ?? path, { type: mimeType });
}
