import { useRef, useState } from 'preact/hooks';
import { documentLimits } from '#core/timeline/limits.ts';
import { shorten } from '#core/lib/shorten.ts';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import { toAge, toDate, toTimecode } from '#ui/kit/format.ts';
import { recipeTitle } from '#ui/pages/job/titles.ts';
import { recentJobs } from '#ui/pages/jobs/jobs.ts';
import { toHref } from '#ui/app/navigation.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import type { CanvasSummary } from './canvas-list.ts';
import { CanvasThumbnail } from './canvas-thumbnail.tsx';
import { OffcutError, isRecord } from '#client/offcut-error.ts';

type CardProps = { canvas: CanvasSummary; onChanged: () => void };

/** A canvas in the list: thumbnail, facts and actions. */
export function CanvasCard(props: CardProps) {
  const { canvas } = props;
  const [isRenaming, setRenaming] = useState(false);
  const { run, isBusy, error } = useAction();
  const duplicate = async (): Promise<void> => {
    const { document } = await call('getCanvas', { params: { canvasId: canvas.id } });
    const title = shorten(`${canvas.title} copy`, documentLimits.nameLength);
    await call('createCanvas', { body: { document: { ...document, title } } });
    announce(`${title} created.`);
    props.onChanged();
  };
  return (
    <li class="canvas-card">
      <CanvasThumbnail canvas={canvas} />
      <div class="canvas-about stack stack-tight">
        {isRenaming ? (
          <TitleField {...props} onDone={() => setRenaming(false)} />
        ) : (
          <h2 class="ellipsis canvas-title" title={canvas.title}>
            {canvas.fault === undefined ? (
              <a class="card-link" href={toHref({ page: 'canvas', canvasId: canvas.id })}>
                {canvas.title || 'Untitled'}
              </a>
            ) : (
              canvas.title
            )}
          </h2>
        )}
        {canvas.fault === undefined ? <Facts canvas={canvas} /> : <p class="small">{canvas.fault}</p>}
        {error && <Problem error={error} />}
        <div class="row canvas-actions">
          {canvas.fault === undefined && (
            <>
              <Action label="Rename" canvas={canvas} isDisabled={isRenaming} onClick={() => setRenaming(true)} />
              <Action label="Duplicate" canvas={canvas} isDisabled={isBusy} onClick={() => run(duplicate)} />
            </>
          )}
          <DeleteCanvas {...props} />
        </div>
      </div>
    </li>
  );
}

function Action(props: { label: string; canvas: CanvasSummary; isDisabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      class="button button-quiet canvas-action"
      aria-label={`${props.label} ${props.canvas.title}`}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.label}
    </button>
  );
}

function DeleteCanvas({ canvas, onChanged }: CardProps) {
  return (
    <ConfirmButton
      label="Delete"
      name={`Delete ${canvas.title}`}
      look="button-quiet canvas-action"
      title={`Delete ${canvas.title || 'this canvas'}?`}
      onConfirm={async () => {
        await call('deleteCanvas', { params: { canvasId: canvas.id } });
        announce(`${canvas.title} deleted.`);
        onChanged();
      }}
    >
      The canvas and all its versions are deleted permanently. Its media and exports stay.
    </ConfirmButton>
  );
}

function Facts({ canvas }: { canvas: CanvasSummary }) {
  const { width, height, durationSeconds = 0, updatedAt, envelopeId } = canvas;
  const changedMs = Date.parse(updatedAt);
  const job = recentJobs.value?.find(({ id }) => id === envelopeId);
  return (
    <p class="soft small num">
      {toTimecode(durationSeconds)} · {width} × {height} ·{' '}
      <time dateTime={updatedAt} title={toDate(changedMs)}>
        {toAge(changedMs, Date.now())}
      </time>
      {envelopeId !== undefined && (
        <>
          {' · '}
          <a class="canvas-job" href={toHref({ page: 'job', jobId: envelopeId })}>
            {job ? recipeTitle(job) : 'View job'}
          </a>
        </>
      )}
    </p>
  );
}

/** The title as a field: Enter saves, Escape cancels. */
function TitleField({ canvas, onChanged, onDone }: CardProps & { onDone: () => void }) {
  const { run, isBusy, error } = useAction();
  const input = useRef<HTMLInputElement>(null);
  const save = async (): Promise<void> => {
    const title = input.current?.value.trim() ?? '';
    if (title !== '' && title !== canvas.title) {
      await renameCanvas(canvas, title);
      announce(`Renamed to ${title}.`);
      onChanged();
    }
    onDone();
  };
  return (
    <form
      class="stack stack-tight canvas-rename"
      onSubmit={(event) => {
        event.preventDefault();
        run(save);
      }}
    >
      <input
        ref={(element) => {
          if (element && input.current !== element) {
            input.current = element;
            element.select();
          }
        }}
        class="input"
        aria-label="Title"
        maxLength={documentLimits.nameLength}
        defaultValue={canvas.title}
        disabled={isBusy}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      {error && <Problem error={error} />}
      <div class="row">
        <button class="button button-primary canvas-action" disabled={isBusy}>
          Save
        </button>
        <button type="button" class="button button-quiet canvas-action" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Renames a canvas, regardless of edits since the list was read. Throws OffcutError. */
async function renameCanvas({ id, revision }: CanvasSummary, title: string): Promise<void> {
  try {
    await setTitle(id, revision, title);
  } catch (thrown) {
    const present = findRevision(thrown);
    if (present === null) {
      throw thrown;
    }
    await setTitle(id, present, title);
  }
}

const setTitle = (canvasId: string, revision: number, title: string): Promise<unknown> =>
  call('editCanvas', { params: { canvasId }, body: { revision, edits: [{ type: 'set-canvas', title }] } });

/** Returns the current revision of the canvas from a conflict error; null for another error. */
function findRevision(thrown: unknown): number | null {
  const details = thrown instanceof OffcutError && thrown.code === 'REVISION_CONFLICT' ? thrown.details : null;
  return isRecord(details) && typeof details['revision'] === 'number' ? details['revision'] : null;
}
