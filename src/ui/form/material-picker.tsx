import { capitalise } from '#core/capitalise.ts';
import './material-picker.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { mediaKindOf, type MediaKind } from '#core/media-kind.ts';
import { ApiError } from '../envelope.ts';
import { toPercent } from '../format.ts';
import { refreshMaterials } from '../materials/materials.ts';
import { useWindowDrop } from '../parts/drop-zone.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { anyFiles, kindLabels } from '../parts/media-kinds.ts';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { fetchSample } from '../samples.ts';
import { uploadFile } from '../upload.ts';
import { useAction } from '../use-action.ts';
import { KeptTiles } from './kept-tiles.tsx';

type PickerProps = {
  /** What is picked, for screen readers: `Video`. */
  readonly label: string;
  /** Empty for any. */
  readonly mediaKinds: readonly MediaKind[];
  /** True for the one picker of a form that takes what is dropped on the window. */
  readonly takesDrops: boolean;
  /** Those that are picked already, which are not offered again. */
  readonly picked?: readonly string[];
  /** Whether but one more may be picked: while a file is stored its place is taken. */
  readonly isLast?: boolean;
  /** Gets the handle of a material, or an address. */
  readonly onPick: (material: string) => void;
};

/** A file of the project for each kind that a field may take. */
const samples: Partial<Record<MediaKind, string>> = { video: 'talk.mp4', sound: 'beat.m4a' };

/** The choice of a material in three ways: a file of this device, one that is kept, or an address. */
export function MaterialPicker(props: PickerProps) {
  const { label, mediaKinds, takesDrops, picked, isLast = false, onPick } = props;
  const { store, isBusy, share, error, stop } = useUpload(mediaKinds, onPick);
  useEffect(() => void refreshMaterials().catch(() => undefined), []);
  const pickInstead = (material: string): void => {
    // Where one is picked, it takes the place of the file that is being stored; where several are, it comes beside it.
    if (picked === undefined) {
      stop();
    }
    onPick(material);
  };
  const take = (file: File): void => store(() => file);
  const isOver = useWindowDrop(take, takesDrops && !isBusy);
  const sample = samples[mediaKinds[0] ?? 'video'];
  return (
    <div class="picker stack">
      <div class={isOver ? 'picker-add drop-over' : 'picker-add'}>
        {isBusy ? (
          <div class="stack stack-tight">
            <p class="num">{share === null ? 'Storing the file' : `Storing the file, ${toPercent(share)}`}</p>
            <Progress label="Storing the file" share={share} />
          </div>
        ) : (
          <div class="row">
            <FileButton label="Add a file" name={`${label}: file`} accept={anyFiles} onFile={take} />
            {sample !== undefined && (
              <button type="button" class="button" onClick={() => store(() => fetchSample(sample))}>
                Use the sample
              </button>
            )}
            <span class="soft small">
              {toKindWords(mediaKinds)}
              {takesDrops && <span class="only-wide"> Or drop it anywhere in this window.</span>}
            </span>
          </div>
        )}
      </div>
      {!(isBusy && isLast) && (
        <>
          <KeptTiles {...props} onPick={pickInstead} />
          <Address label={label} onPick={pickInstead} />
        </>
      )}
      {error && <Problem error={error} />}
    </div>
  );
}

/** Stores a file, which is picked then. */
function useUpload(mediaKinds: readonly MediaKind[], onPick: (material: string) => void) {
  const { run, isBusy, error } = useAction();
  // While a file is stored other fields may be filled in, which the `onPick` of before would take back.
  const latestPick = useRef(onPick);
  latestPick.current = onPick;
  const controller = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const upload = async (find: () => File | Promise<File>): Promise<void> => {
    const { signal } = (controller.current = new AbortController());
    const file = await find();
    signal.throwIfAborted();
    refuseOtherKinds(file, mediaKinds);
    const material = await uploadFile(file, setShare, signal);
    await refreshMaterials();
    if (!signal.aborted) {
      latestPick.current(material);
    }
  };
  return {
    store: (find: () => File | Promise<File>) => run(() => upload(find)),
    stop: () => controller.current?.abort(),
    isBusy,
    share,
    error,
  };
}

const articles: Readonly<Record<MediaKind, string>> = { video: 'a video', picture: 'a picture', sound: 'sound' };

/** `A video or a picture.` */
function toKindWords(mediaKinds: readonly MediaKind[]): string {
  const words = (mediaKinds.length === 0 ? (['video', 'picture', 'sound'] as const) : mediaKinds)
    .map((kind) => articles[kind])
    .join(' or ');
  return `${capitalise(words)}.`;
}

function Address({ label, onPick }: Pick<PickerProps, 'label' | 'onPick'>) {
  const [address, setAddress] = useState('');
  const isWhole = address.trim().startsWith('https://');
  const take = (): void => onPick(address.trim());
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
          onKeyDown={(event) => {
            // Enter in a field of a form would start its run.
            if (event.key === 'Enter') {
              event.preventDefault();
              if (isWhole) {
                take();
              }
            }
          }}
        />
        <button type="button" class="button" disabled={!isWhole} onClick={take}>
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
