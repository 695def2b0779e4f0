import { useId, useState } from 'preact/hooks';
import './in-place.css';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { FileButton } from '#ui/kit/parts/file-button.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../editor.ts';
import { toPlaceable, type Placeable } from '../materials/placeable.ts';
import { uploadMaterial } from '../materials/upload-material.ts';
import { findBackdrop, setBackdrop, type Backdrop } from './backdrop.ts';
import { findBlurSource } from './blur-source.ts';

type Video = ItemOf<'video'>;
type Take = (backdrop: Backdrop, picture?: Placeable) => void;

const swatches: readonly { readonly name: string; readonly look: string; readonly backdrop: Backdrop }[] = [
  { name: 'None', look: 'swatch-checks', backdrop: { kind: 'none' } },
  { name: 'Black', look: 'swatch-black', backdrop: { kind: 'color', color: '#000000' } },
  { name: 'White', look: 'swatch-white', backdrop: { kind: 'color', color: '#ffffff' } },
  { name: 'Green', look: 'swatch-green', backdrop: { kind: 'color', color: '#00b140' } },
];

/** The choice of the background behind a clip: a color, an image, or the clip itself out of focus. */
export function Backdrops({ item }: { item: Video }) {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const document = editor.document.value;
  const shown = describe(document, item);
  const take: Take = (backdrop, picture) => {
    const edits = setBackdrop(editor.document.peek(), item, backdrop);
    if (edits.length > 0) {
      editor.apply(edits, 'Change background', picture && { [picture.assetId]: picture.file });
    }
  };
  const blur = (): void =>
    run(async () => {
      const { source, material } = await findBlurSource(item);
      take({ kind: 'blur', source }, material);
    });
  return (
    <fieldset class="stack stack-tight">
      <legend class="hidden-text">Behind the clip</legend>
      <div class="row swatches">
        <Fixed shown={shown} take={take} />
        <OwnColor shown={shown} onColor={(color) => take({ kind: 'color', color })} />
        <button
          type="button"
          class={shown.kind === 'video' ? 'button swatch-picture swatch-chosen' : 'button swatch-picture'}
          disabled={isBusy}
          onClick={blur}
        >
          Blur
        </button>
      </div>
      <Pictures isChosen={shown.kind === 'picture'} run={run} take={take} />
      {error && <Problem error={error} />}
    </fieldset>
  );
}

function Fixed({ shown, take }: { shown: Shown; take: Take }) {
  const name = useId();
  return (
    <>
      {swatches.map(({ name: label, look, backdrop }) => (
        <label key={label} class="swatch" title={label}>
          <input
            type="radio"
            name={name}
            checked={isShown(shown, backdrop)}
            aria-label={label}
            onChange={() => take(backdrop)}
          />
          <span class={look} />
        </label>
      ))}
    </>
  );
}

type Shown = { readonly kind: 'none' | 'color' | 'picture' | 'video'; readonly color: string };

function describe(document: TimelineDocument, clip: Video): Shown {
  const item = findBackdrop(document, clip)?.item;
  if (!item || item.isHidden) {
    return { kind: 'none', color: '' };
  }
  if (item.type === 'shape') {
    return { kind: 'color', color: item.fill ?? '' };
  }
  return { kind: item.type === 'picture' ? 'picture' : 'video', color: '' };
}

const isShown = ({ kind, color }: Shown, backdrop: Backdrop): boolean =>
  backdrop.kind === 'color' ? kind === 'color' && color === backdrop.color : kind === backdrop.kind;

function OwnColor({ shown, onColor }: { shown: Shown; onColor: (color: string) => void }) {
  const isOwn = shown.kind === 'color' && !swatches.some(({ backdrop }) => isShown(shown, backdrop));
  const [color, setColor] = useState(isOwn ? shown.color : '#3b6ea5');
  return (
    <label class={isOwn ? 'swatch swatch-chosen' : 'swatch'} title="Custom color">
      {/* The color is applied when the color picker closes: one step of the history. */}
      <input
        type="color"
        value={isOwn ? shown.color.slice(0, 7) : color}
        aria-label="Custom color"
        onChange={({ currentTarget: { value } }) => {
          setColor(value);
          onColor(value);
        }}
      />
    </label>
  );
}

/** A choice of the stored images, or of a new one. */
function Pictures(props: { isChosen: boolean; run: (act: () => Promise<void>) => void; take: Take }) {
  const { isChosen, run, take } = props;
  const pictures = keptMaterials.value
    ?.filter(({ kind }) => kind === 'picture')
    .flatMap((each) => toPlaceable(each) ?? []);
  const fill = (picture: Placeable): void => take({ kind: 'picture', picture }, picture);
  return (
    <div class="row">
      {pictures !== undefined && pictures.length > 0 && (
        <select
          class="input backdrop-picture"
          aria-label="Background image"
          value=""
          onChange={({ currentTarget: { value } }) => {
            const picture = pictures.find(({ assetId }) => assetId === value);
            if (picture) {
              fill(picture);
            }
          }}
        >
          <option value="">{isChosen ? 'Another image' : 'Image'}</option>
          {pictures.map(({ assetId, name }) => (
            <option key={assetId} value={assetId}>
              {name}
            </option>
          ))}
        </select>
      )}
      <FileButton
        label="Add image"
        name="Background image file"
        accept="image/*"
        onFile={(file) =>
          run(async () => fill(await uploadMaterial(file, () => undefined, new AbortController().signal)))
        }
      />
    </div>
  );
}
