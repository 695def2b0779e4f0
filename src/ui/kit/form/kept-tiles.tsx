import { useId, useState } from 'preact/hooks';
import type { MediaKind } from '#core/model/media-kind.ts';
import type { DataOf } from '#ui/app/client.ts';
import { toSize, toTimecode } from '../format.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { Thumbnail } from '../parts/thumbnail.tsx';

type Material = DataOf<'listMaterials'>[number];

/** The number of tiles shown at first, and added at a time: thumbnails are rendered only for visible tiles. */
const firstCount = 8;
const moreCount = 24;

/** The stored materials of the accepted kinds, as tiles with thumbnails, newest first. */
export function KeptTiles(props: {
  label: string;
  mediaKinds: readonly MediaKind[];
  picked?: readonly string[];
  onPick: (material: string) => void;
}) {
  const { label, mediaKinds, picked = [], onPick } = props;
  const [count, setCount] = useState(firstCount);
  const [words, setWords] = useState('');
  const id = useId();
  const fitting = (keptMaterials.value ?? []).filter(
    ({ kind, material }) => (mediaKinds.length === 0 || mediaKinds.includes(kind)) && !picked.includes(material),
  );
  const found = fitting.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  if (fitting.length === 0) {
    return null;
  }
  return (
    <div class="stack stack-tight" role="group" aria-labelledby={id}>
      <div class="row row-apart">
        <p id={id} class="small soft">
          <span class="hidden-text">{label}: </span>Stored in this browser
        </p>
        {fitting.length > firstCount && <Search label={label} words={words} onWords={setWords} />}
      </div>
      <ul class="tiles">
        {found.slice(0, count).map((material) => (
          <li key={material.material}>
            <Tile material={material} onPick={onPick} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="soft small">No results.</p>}
      {found.length > count && (
        <div>
          <button type="button" class="link-button small" onClick={() => setCount(count + moreCount)}>
            Show more of {found.length}
          </button>
        </div>
      )}
    </div>
  );
}

function Search(props: { label: string; words: string; onWords: (words: string) => void }) {
  return (
    <input
      class="input picker-search"
      type="search"
      placeholder="Search"
      aria-label={`${props.label}: search media`}
      value={props.words}
      onInput={(event) => props.onWords(event.currentTarget.value)}
      // Enter in a form field would start the run.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}

function Tile({ material, onPick }: { material: Material; onPick: (material: string) => void }) {
  const { name, kind, durationSeconds, bytes } = material;
  return (
    <button type="button" class="tile" title={name} onClick={() => onPick(material.material)}>
      <Thumbnail material={material.material} kind={kind} />
      <span class="tile-name ellipsis small">
        <span class="hidden-text">Select </span>
        {name}
      </span>
      <span class="soft num tile-facts">
        {durationSeconds === undefined ? toSize(bytes) : toTimecode(durationSeconds)}
      </span>
    </button>
  );
}
