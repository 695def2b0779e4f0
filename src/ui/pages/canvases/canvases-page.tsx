import { useState } from 'preact/hooks';
import './canvases.css';
import { toCount } from '#ui/kit/format.ts';
import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import { FilesButton } from '#ui/kit/parts/file-button.tsx';
import { useWindowDrops } from '#ui/kit/parts/drop-zone.tsx';
import { Page, Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { readAllCanvases } from './all-canvases.ts';
import { CanvasCard } from './canvas-card.tsx';
import { arrange, isOrder, orders, type CanvasSummary, type Order } from './canvas-list.ts';
import { FromMaterials } from './from-materials.tsx';
import { NewCanvas } from './new-canvas.tsx';
import { timelineFiles, useOpenFiles, type OpenFiles } from './open-files.tsx';

/** The number of cards shown at a time. */
const shownAtOnce = 48;

/** The page that lists, creates, opens and deletes the canvases of this browser. */
export function CanvasesPage() {
  const { loaded, again } = useLoad(readAllCanvases);
  const files = useOpenFiles();
  const isOver = useWindowDrops(files.open);
  return (
    <Page title="Canvases" aside={<Starts files={files} />}>
      {files.state}
      <Reading loaded={loaded} again={again}>
        {(canvases) =>
          canvases.length === 0 ? (
            <NoCanvas isOver={isOver} files={files} />
          ) : (
            <List canvases={canvases} isOver={isOver} onChanged={again} />
          )
        }
      </Reading>
    </Page>
  );
}

function Starts({ files }: { files: OpenFiles }) {
  return (
    <div class="row canvas-starts">
      <FilesButton
        label="Open files"
        name="Project, OTIO or media files"
        accept={`${timelineFiles},${anyFiles}`}
        onFiles={files.open}
      />
      <FromMaterials />
      <NewCanvas />
    </div>
  );
}

function NoCanvas({ isOver, files }: { isOver: boolean; files: OpenFiles }) {
  return (
    <section class={isOver ? 'drop drop-over' : 'drop'}>
      <div class="drop-inside stack">
        <p class="drop-title">{isOver ? 'Drop to open' : 'A canvas is a timeline you can edit'}</p>
        <ul class="canvas-ways soft">
          <li>Every recipe result has a canvas: open it from its job.</li>
          <li>Combine videos, images and audio: pick stored media, or drop files here.</li>
          <li>Open a saved project, or a timeline from another editor (OpenTimelineIO).</li>
        </ul>
        <div class="row drop-row">
          <FilesButton
            label="Choose files"
            name="Files for a new canvas"
            accept={`${timelineFiles},${anyFiles}`}
            look="button-large"
            onFiles={files.open}
          />
        </div>
      </div>
    </section>
  );
}

function List(props: { canvases: readonly CanvasSummary[]; isOver: boolean; onChanged: () => void }) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>('changed');
  const [most, setMost] = useState(shownAtOnce);
  const found = arrange(props.canvases, search, order);
  return (
    <div class={props.isOver ? 'stack drop-over' : 'stack'}>
      <div class="row canvas-tools">
        <input
          class="input grow"
          type="search"
          placeholder="Search"
          aria-label="Search canvases"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <select
          class="input canvas-order"
          aria-label="Sort by"
          value={order}
          onChange={({ currentTarget: { value } }) => isOrder(value) && setOrder(value)}
        >
          {Object.entries(orders).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <p class="soft small num" role="status">
          {search === '' ? toCount(found.length, 'canvas', 'canvases') : `${found.length} found`}
        </p>
      </div>
      {found.length === 0 && <p class="soft">No matching canvases.</p>}
      <ul class="canvas-cards">
        {found.slice(0, most).map((canvas) => (
          <CanvasCard key={canvas.id} canvas={canvas} onChanged={props.onChanged} />
        ))}
      </ul>
      {found.length > most && (
        <div>
          <button type="button" class="button" onClick={() => setMost(most + shownAtOnce)}>
            Show more
          </button>
        </div>
      )}
    </div>
  );
}
