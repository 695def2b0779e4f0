import { capitalise } from '#core/lib/capitalise.ts';
import './material-picker.css';
import { useEffect, useState } from 'preact/hooks';
import { getMediaKind, type MediaKind } from '#core/model/media-kind.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { useWindowDrops } from '../parts/drop-zone.tsx';
import { FileButton, FilesButton } from '../parts/file-button.tsx';
import { anyFiles, kindLabels } from '../parts/media-kinds.ts';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { fetchSample } from '../uploads/samples.ts';
import { refuseSeveral, toStoringText, useUploads } from '../uploads/upload-each.ts';
import { KeptTiles } from './kept-tiles.tsx';

type PickerProps = {
  /** The accessible name of the selection: `Video`. */
  readonly label: string;
  /** Empty for any kind. */
  readonly mediaKinds: readonly MediaKind[];
  /** True for the one picker of a form that receives files dropped on the window. */
  readonly takesDrops: boolean;
  /** Materials that are already selected and not offered again. */
  readonly picked?: readonly string[];
  /** The number of materials that may still be selected; absent without a limit. */
  readonly room?: number;
  /** Receives the handle of a material, or a URL. */
  readonly onPick: (material: string) => void;
};

/** A sample file of the project for each kind that a field may accept. */
const samples: Partial<Record<MediaKind, string>> = { video: 'talk.mp4', sound: 'beat.m4a' };

/** A material picker with three sources: a file of this device, a stored material, or a URL. */
export function MaterialPicker(props: PickerProps) {
  const { label, mediaKinds, takesDrops, picked, room = picked ? Infinity : 1, onPick } = props;
  const { take, store, storing, errors, stop } = useFiles(mediaKinds, room, onPick);
  const isBusy = storing !== null;
  useEffect(() => void refreshMaterials().catch(() => undefined), []);
  const pickInstead = (material: string): void => {
    // A single material replaces the file that is being uploaded; in a list it is added.
    if (picked === undefined) {
      stop();
    }
    onPick(material);
  };
  const isOver = useWindowDrops(take, takesDrops && !isBusy);
  return (
    <div class="picker stack">
      <div class={isOver ? 'picker-add drop-over' : 'picker-add'}>
        {storing ? (
          <div class="stack stack-tight">
            <p class="num">{toStoringText(storing)}</p>
            <Progress label="Adding file" share={storing.share} />
          </div>
        ) : (
          <AddRow {...props} room={room} onFiles={take} onSample={(name) => store([fetchSample(name)])} />
        )}
      </div>
      {/* While the last file uploads, its slot is reserved. */}
      {!(isBusy && picked !== undefined && room === 1) && (
        <>
          <KeptTiles {...props} onPick={pickInstead} />
          <Address label={label} onPick={pickInstead} />
        </>
      )}
      {errors.map((error) => (
        <Problem key={error.message} error={error} />
      ))}
    </div>
  );
}

/** The buttons that add files of this device, or the sample. */
function AddRow(
  props: PickerProps & {
    readonly room: number;
    readonly onFiles: (files: readonly File[]) => void;
    readonly onSample: (name: string) => void;
  },
) {
  const { label, mediaKinds, takesDrops, room, onFiles } = props;
  const sample = samples[mediaKinds[0] ?? 'video'];
  const input = { name: `${label}: file`, accept: anyFiles };
  return (
    <div class="row">
      {room > 1 ? (
        <FilesButton {...input} label="Add files" onFiles={onFiles} />
      ) : (
        <FileButton {...input} label="Add a file" onFile={(file) => onFiles([file])} />
      )}
      {sample !== undefined && (
        <button type="button" class="button" onClick={() => props.onSample(sample)}>
          Use sample
        </button>
      )}
      <span class="soft small">
        {toKindWords(mediaKinds)}
        {takesDrops && <span class="only-wide"> Or drop {room > 1 ? 'them' : 'it'} anywhere in this window.</span>}
      </span>
    </div>
  );
}

/** Uploads files and selects each one. `take` refuses more files than there are free slots. */
function useFiles(mediaKinds: readonly MediaKind[], room: number, onPick: (material: string) => void) {
  const uploads = useUploads({
    check: (file) => refuseOtherKinds(file, mediaKinds),
    onStored: async (material) => {
      await refreshMaterials();
      onPick(material);
    },
  });
  const take = (files: readonly File[]): void => {
    if (files.length <= room) {
      uploads.store(files);
    } else if (room === 1) {
      uploads.refuse(refuseSeveral(files));
    } else {
      const message = `You selected ${files.length} files, but only ${room} more can be added. Select fewer.`;
      uploads.refuse(new OffcutError({ code: 'VALIDATION_FAILED', message }));
    }
  };
  return { ...uploads, take };
}

const articles: Readonly<Record<MediaKind, string>> = {
  video: 'a video',
  picture: 'an image',
  sound: 'audio',
  font: 'a font',
};

/** Returns the accepted kinds as a sentence: `A video or an image.` */
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
      <summary>Or paste a link</summary>
      <div class="row address">
        <input
          class="input grow"
          type="url"
          placeholder="https://example.com/clip.mp4"
          aria-label={`${label}: link`}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter in a form field would start the run.
            if (event.key === 'Enter') {
              event.preventDefault();
              if (isWhole) {
                take();
              }
            }
          }}
        />
        <button type="button" class="button" disabled={!isWhole} onClick={take}>
          Use link
        </button>
      </div>
      <p class="small">
        The site must allow downloads by other sites (CORS). If it does not, download the file and add it here.
      </p>
    </details>
  );
}

/** Throws OffcutError for a file that the field does not accept, before the upload. */
function refuseOtherKinds(file: File, mediaKinds: readonly MediaKind[]): void {
  const kind = getMediaKind(file.type);
  // A type that the browser does not know is inconclusive: the API inspects the file.
  if (file.type !== '' && mediaKinds.length > 0 && !mediaKinds.includes(kind)) {
    const wanted = mediaKinds.map((each) => kindLabels[each].toLowerCase()).join(' or ');
    throw new OffcutError({
      code: 'UNSUPPORTED_MEDIA',
      message: `${file.name} is ${articles[kind]}, but this field accepts only ${wanted}.`,
    });
  }
}
