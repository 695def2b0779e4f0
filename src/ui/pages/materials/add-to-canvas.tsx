import { useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { toAge, toCount } from '#ui/kit/format.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { readAllCanvases } from '../canvases/all-canvases.ts';
import { arrange, type CanvasSummary } from '../canvases/canvas-list.ts';
import { EditMaterials } from '../canvases/edit-materials.tsx';
import { appendMaterials } from './append-materials.ts';
import type { Material } from './materials.ts';

type Props = { materials: readonly Material[]; onClose: () => void };

/** The contents of the dialog that adds materials to the end of a canvas. */
export function AddToCanvas({ materials, onClose }: Props) {
  const { loaded, again } = useLoad(readAllCanvases);
  const [added, setAdded] = useState<{ readonly id: string; readonly title: string } | null>(null);
  const { run, isBusy, error } = useAction();
  const what = materials.length === 1 ? (materials[0]?.name ?? '') : toCount(materials.length, 'file');
  const add = ({ id }: CanvasSummary): void =>
    run(async () => {
      const title = (await appendMaterials(id, materials)) || 'Untitled';
      announce(`${what} added to ${title}.`);
      setAdded({ id, title });
    });
  if (added) {
    return (
      <>
        <p>
          {what} added to the end of {added.title}.
        </p>
        <div class="row">
          <a class="button button-primary" href={toHref({ page: 'canvas', canvasId: added.id })}>
            Open canvas
          </a>
          <button type="button" class="button button-quiet" onClick={onClose}>
            Done
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <Reading loaded={loaded} again={again}>
        {(canvases) => <Canvases canvases={canvases} isBusy={isBusy} onChoose={add} />}
      </Reading>
      {error && <Problem error={error} />}
      <div class="row">
        <EditMaterials
          materials={materials.map(({ material }) => material)}
          fileName={materials[0]?.name ?? ''}
          label="New canvas"
        />
        <button type="button" class="button button-quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

function Canvases(props: {
  canvases: readonly CanvasSummary[];
  isBusy: boolean;
  onChoose: (canvas: CanvasSummary) => void;
}) {
  const [search, setSearch] = useState('');
  const usable = props.canvases.filter(({ fault }) => fault === undefined);
  const found = arrange(usable, search, 'changed');
  return usable.length === 0 ? (
    <p class="soft">No canvases yet.</p>
  ) : (
    <>
      <p class="soft small">The files are added to the end of the canvas.</p>
      {usable.length > 6 && (
        <input
          class="input"
          type="search"
          placeholder="Search"
          aria-label="Search canvases"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <p class="soft">No matching canvases.</p>}
      <ul class="material-canvases" aria-label="Canvases">
        {found.map((canvas) => (
          <li key={canvas.id}>
            <button
              type="button"
              class="material-canvas"
              disabled={props.isBusy}
              onClick={() => props.onChoose(canvas)}
            >
              <span class="grow ellipsis">{canvas.title || 'Untitled'}</span>
              <span class="soft small num">{toAge(Date.parse(canvas.updatedAt), Date.now())}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
