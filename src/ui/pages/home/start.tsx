import './start.css';
import '../canvases/canvases.css';
import type { Size } from '#core/lib/size.ts';
import { toAge, toTimecode } from '#ui/kit/format.ts';
import { fromHere, toHref } from '#ui/app/navigation.ts';
import { FilesButton } from '#ui/kit/parts/file-button.tsx';
import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { readAllCanvases } from '../canvases/all-canvases.ts';
import { arrange, type CanvasSummary } from '../canvases/canvas-list.ts';
import { CanvasThumbnail } from '../canvases/canvas-thumbnail.tsx';
import { makeEmptyCanvas } from '../canvases/make-canvas.ts';
import { timelineFiles, useOpenFiles } from '../canvases/open-files.tsx';

/** The canvases next to the controls of a new one: one row on a wide screen. */
const recentCount = 3;

const shapes = [
  { name: 'Wide', ratio: '16:9', width: 1920, height: 1080 },
  { name: 'Tall', ratio: '9:16', width: 1080, height: 1920 },
  { name: 'Square', ratio: '1:1', width: 1080, height: 1080 },
] as const;

/** The start of the home page: a new video with one click, and the canvases that were edited last. */
export function Start() {
  const { loaded } = useLoad(readAllCanvases);
  const canvases = loaded.state === 'ready' ? arrange(loaded.data, '', 'changed') : [];
  return (
    <section class="stack stack-tight" aria-labelledby="start">
      <div class="row row-apart">
        <h2 id="start">Your videos</h2>
        {canvases.length > 0 && <a href={toHref({ page: 'canvases' })}>All canvases</a>}
      </div>
      <div class="start">
        <NewVideo />
        {canvases.slice(0, recentCount).map((canvas) => (
          <RecentCanvas key={canvas.id} canvas={canvas} />
        ))}
        {loaded.state === 'ready' && canvases.length === 0 && (
          <p class="start-none soft small">The videos that you edit appear here.</p>
        )}
      </div>
      {loaded.state === 'failed' && <Problem error={loaded.error} />}
    </section>
  );
}

/** Creates an empty canvas of a shape, or one of several files, and opens it. */
function NewVideo() {
  const { run, isBusy, error } = useAction();
  const files = useOpenFiles();
  const make = ({ width, height }: Size): void =>
    run(async () => {
      const goOn = fromHere();
      goOn({ page: 'canvas', canvasId: await makeEmptyCanvas('Untitled', { width, height }, 30) });
    });
  return (
    <section class="start-new" aria-labelledby="new-video">
      <h3 id="new-video">New video</h3>
      <div class="start-shapes">
        {shapes.map((shape) => (
          <button key={shape.name} type="button" class="start-shape" disabled={isBusy} onClick={() => make(shape)}>
            <span class="start-outline" aria-hidden="true">
              <span style={{ aspectRatio: `${shape.width} / ${shape.height}` }} />
            </span>
            <span>{shape.name}</span>
            <span class="soft small num">{shape.ratio}</span>
          </button>
        ))}
      </div>
      <FilesButton
        label="From files"
        name="Files for a new video"
        accept={`${anyFiles},${timelineFiles}`}
        look="button-primary"
        onFiles={files.open}
      />
      {error && <Problem error={error} />}
      {files.state}
    </section>
  );
}

function RecentCanvas({ canvas }: { canvas: CanvasSummary }) {
  const { id, title, durationSeconds = 0, updatedAt, fault } = canvas;
  return (
    <article class="canvas-card">
      <CanvasThumbnail canvas={canvas} />
      <div class="start-about">
        <h3 class="ellipsis canvas-title" title={title}>
          <a class="card-link" href={toHref({ page: 'canvas', canvasId: id })}>
            {title || 'Untitled'}
          </a>
        </h3>
        <p class="soft small num ellipsis">
          {fault ?? `${toTimecode(durationSeconds)} · ${toAge(Date.parse(updatedAt), Date.now())}`}
        </p>
      </div>
    </article>
  );
}
