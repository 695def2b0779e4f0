import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { textFonts } from '#core/timeline/fonts.ts';
import { announce } from '#ui/app/announce.ts';
import { FilesButton } from '#ui/kit/parts/file-button.tsx';
import { fontFiles } from '#ui/kit/parts/media-kinds.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../../editor.ts';
import { fileList, refreshFileList } from '../../materials/file-list.ts';
import type { Material } from '../../materials/placeable.ts';
import { uploadFont } from '../../materials/upload-material.ts';
import { useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { loadFaces, loadOwnFace, toFaceName, toOwnFaceName } from './fonts.ts';
import { isText, type Text } from './is-text.ts';

/** The fonts as tiles, each in its own letters: those of the product, and those of the user. */
export function FontField() {
  const { apply } = useEditor();
  const { items, targets } = useThose(isText);
  const name = useId();
  const chosen = useComputed(() => getCommonFont(items.value)).value;
  const own = useFonts();
  const choose = (font: string): void =>
    void apply(
      propertyEdits(targets(), () => ({ font, fontAssetId: null })),
      'Change font',
    );
  const chooseOwn = ({ material, url, bytes, mimeType }: Material): void =>
    void apply(
      propertyEdits(targets(), () => ({ fontAssetId: material })),
      'Change font',
      {
        [material]: { url, bytes, mimeType },
      },
    );
  return (
    <>
      <fieldset class="font-tiles">
        <legend class="hidden-text">Font</legend>
        {textFonts.map((font) => (
          <Tile
            key={font}
            name={name}
            label={font}
            family={toFaceName(font)}
            isChosen={font === chosen}
            onChoose={() => choose(font)}
          />
        ))}
        {own.map((font) => (
          <Tile
            key={font.material}
            name={name}
            label={font.name.replace(/\.\w+$/, '')}
            family={toOwnFaceName(font.material)}
            isChosen={font.material === chosen}
            onChoose={() => chooseOwn(font)}
          />
        ))}
      </fieldset>
      <AddFonts subject={items.value.map(({ id }) => id).join()} onAdded={chooseOwn} />
    </>
  );
}

/** Returns the font that all texts have: the id of one of the user, or a name; null if they differ. */
function getCommonFont(texts: readonly Text[]): string | null {
  const all = new Set(texts.map(({ font, fontAssetId }) => fontAssetId ?? font));
  return all.size === 1 ? ([...all][0] ?? null) : null;
}

/** Loads the faces of all fonts, and returns those of the user. */
function useFonts(): readonly Material[] {
  const own = (fileList.value ?? []).filter(({ kind, fault }) => kind === 'font' && fault === undefined);
  useEffect(() => {
    loadFaces();
    // Without a response, only the fonts of the product are offered.
    refreshFileList().catch(() => undefined);
  }, []);
  useEffect(() => own.forEach(({ material, url }) => loadOwnFace(material, url)), [fileList.value]);
  return own;
}

type TileProps = {
  readonly name: string;
  readonly label: string;
  readonly family: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

const Tile = ({ name, label, family, isChosen, onChoose }: TileProps) => (
  <label title={label}>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span class="ellipsis" style={{ fontFamily: `"${family}", var(--font)` }}>
      {label}
    </span>
  </label>
);

/**
 * Stores font files of the user. The selected texts get the last one, as one step, unless others were selected meanwhile. `subject`
 * identifies the texts.
 */
function AddFonts({ subject, onAdded }: { subject: string; onAdded: (font: Material) => void }) {
  const { run, isBusy, error } = useAction();
  const stop = useSignal(new AbortController());
  useEffect(() => () => stop.peek().abort(), []);
  const latest = useRef({ subject, onAdded });
  latest.current = { subject, onAdded };
  const add = async (files: readonly File[]): Promise<void> => {
    const { subject: wanted } = latest.current;
    let last: Material | undefined;
    try {
      for (const file of files) {
        last = await uploadFont(file, stop.peek().signal);
        announce(`${last.name} added`);
      }
    } finally {
      // The fonts before a refused file are stored too.
      if (last && !stop.peek().signal.aborted) {
        if (latest.current.subject === wanted) {
          latest.current.onAdded(last);
        }
        await refreshFileList();
      }
    }
  };
  return (
    <>
      <FilesButton
        label={isBusy ? 'Adding' : 'Add font'}
        name="Font files"
        look="button-small"
        accept={fontFiles}
        onFiles={(files) => run(() => add(files))}
      />
      {error && <Problem error={error} />}
    </>
  );
}
