import { useState } from 'preact/hooks';
import './materials-pane.css';
import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import { FilesButton } from '#ui/kit/parts/file-button.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { MaterialTiles } from './material-tiles.tsx';
import type { Material } from './placeable.ts';
import { filterFiles, fileList, type FileFilter } from './file-list.ts';
import { clearUpload, fetchOne, uploadAll, uploads } from './uploads.ts';
import { useFileList } from './use-file-list.ts';

const AddressForm = later(async () => (await import('./address-form.tsx')).AddressForm);

const UploadList = later(async () => (await import('./upload-list.tsx')).UploadList);

const filters: readonly { readonly value: FileFilter; readonly label: string }[] = [
  { value: 'all', label: 'All media' },
  { value: 'video', label: 'Videos' },
  { value: 'picture', label: 'Images' },
  { value: 'sound', label: 'Audio' },
  { value: 'results', label: 'Results' },
];

/**
 * The media that can be added to the timeline: the user searches, adds, drags and uploads them here. `only` limits the list to a
 * kind; null shows all.
 */
export function MaterialsPane({ only }: { only: 'sound' | null }) {
  const { error, again } = useFileList();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<FileFilter>('all');
  const all = fileList.value;
  const files = only === null ? all : (all?.filter(({ kind }) => kind === only) ?? null);
  const found = files && filterFiles(files, filter, search);
  return (
    <section class="materials-pane" aria-label="Media">
      <div class="materials-head">
        <Add />
        {files !== null && files.length > 0 && (
          <Find search={search} filter={only === null ? filter : null} onSearch={setSearch} onFilter={setFilter} />
        )}
        {uploads.value.length > 0 && <UploadList uploads={uploads.value} onClear={clearUpload} />}
        {error && (
          <Problem error={error}>
            <button type="button" class="link-button" onClick={again}>
              Try again
            </button>
          </Problem>
        )}
      </div>
      {found && found.length > 0 ? (
        <MaterialTiles materials={found} onChanged={again} />
      ) : (
        <Nothing files={files} only={only} />
      )}
    </section>
  );
}

const emptyHints = {
  all: 'Your videos, images and audio appear here. Drop files anywhere on the editor.',
  sound: 'Your music and sounds appear here. Drop files anywhere on the editor.',
};

/** A placeholder: before the first response, for an empty list, and for a search without results. */
function Nothing({ files, only }: { files: readonly Material[] | null; only: 'sound' | null }) {
  return files === null ? (
    <div class="skeleton materials-skeleton" aria-busy="true" />
  ) : (
    <p class="soft small materials-none">{files.length === 0 ? emptyHints[only ?? 'all'] : 'No results'}</p>
  );
}

function Find(props: {
  search: string;
  /** Null without a choice of types. */
  filter: FileFilter | null;
  onSearch: (search: string) => void;
  onFilter: (filter: FileFilter) => void;
}) {
  return (
    <div class="materials-find">
      <input
        class="input"
        type="search"
        placeholder="Search"
        aria-label="Search media"
        value={props.search}
        onInput={(event) => props.onSearch(event.currentTarget.value)}
      />
      {props.filter !== null && (
        <select
          class="input"
          aria-label="Type"
          value={props.filter}
          onChange={({ currentTarget: { value } }) =>
            props.onFilter(filters.find((each) => each.value === value)?.value ?? 'all')
          }
        >
          {filters.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** The controls that upload files, or fetch a file from a public URL. */
function Add() {
  const [address, setAddress] = useState<string | null>(null);
  return (
    <>
      <div class="row">
        <FilesButton
          label="Add files"
          name="Files for the canvas"
          accept={anyFiles}
          onFiles={(files) => void uploadAll(files)}
        />
        <button
          type="button"
          class="link-button small"
          aria-expanded={address !== null}
          onClick={() => setAddress(address === null ? '' : null)}
        >
          From link
        </button>
        <HelpButton topic="media" />
      </div>
      {address !== null && (
        <AddressForm
          address={address}
          onChange={setAddress}
          onTake={() => {
            void fetchOne(address.trim());
            setAddress(null);
          }}
        />
      )}
    </>
  );
}
