import { useComputed } from '@preact/signals';
import './session.css';
import { call, type DataOf } from '#ui/app/client.ts';
import { toAge, toClock, toDate } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { HelpButton } from '../help/help-button.tsx';
import { useEditor } from '../editor.ts';

/** The steps of this session, and the stored versions of the canvas. */
export function HistoryPane() {
  return (
    <aside class="history-pane" aria-label="History">
      <Steps />
      <Versions />
    </aside>
  );
}

/** The steps, the newest first; a click returns to the state right after a step. */
function Steps() {
  const { history } = useEditor();
  const { done, undone } = history.labels.value;
  const goTo = (index: number): void => {
    const count = index + 1 - done.length;
    for (let left = Math.abs(count); left > 0; left -= 1) {
      const before = history.labels.peek();
      history[count < 0 ? 'undo' : 'redo']();
      // A refused step would be refused again on each attempt.
      if (history.labels.peek() === before) {
        return;
      }
    }
  };
  const labels = [...done, ...undone];
  return (
    <section class="stack stack-tight">
      <div class="row row-apart">
        <h2>Steps</h2>
        <HelpButton topic="history" />
      </div>
      {labels.length === 0 && <p class="soft small">Your edits appear here. You can undo them all.</p>}
      <ol class="history-steps" reversed>
        {labels
          .map((label, index) => (
            <li key={index}>
              <StepButton
                label={label}
                isCurrent={index === done.length - 1}
                isUndone={index >= done.length}
                onClick={() => goTo(index)}
              />
            </li>
          ))
          .toReversed()
          .slice(0, 200)}
        {labels.length > 0 && (
          <li>
            <StepButton label="Opened" isCurrent={done.length === 0} isUndone={false} onClick={() => goTo(-1)} />
          </li>
        )}
      </ol>
    </section>
  );
}

function StepButton(props: { label: string; isCurrent: boolean; isUndone: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      class={`history-step ${props.isUndone ? 'history-undone' : ''}`}
      onClick={props.onClick}
      {...(props.isCurrent && { 'aria-current': 'step' as const })}
    >
      {props.label}
      {props.isUndone && <span class="hidden-text"> (undone)</span>}
    </button>
  );
}

/** The earlier versions of the canvas; reloaded after every save. */
function Versions() {
  const { canvasId, revision } = useEditor();
  const { loaded, again } = useLoad(
    (signal) => call('listCanvasVersions', { params: { canvasId }, signal }),
    `${canvasId} ${revision.value}`,
  );
  return (
    <section class="stack stack-tight">
      <h2>Versions</h2>
      <Reading loaded={loaded} again={again}>
        {(versions) =>
          versions.length === 0 ? (
            <p class="soft small">No versions yet. Every save stores the previous version.</p>
          ) : (
            <ul class="rows history-versions">
              {versions.map((version) => (
                <VersionRow key={version.version} version={version} />
              ))}
            </ul>
          )
        }
      </Reading>
    </section>
  );
}

function VersionRow({ version }: { version: DataOf<'listCanvasVersions'>[number] }) {
  const { canvasId, document, shownVersion } = useEditor();
  const { run, isBusy, error } = useAction();
  const createdAt = Date.parse(version.createdAt);
  // The same title in every row would not distinguish the rows.
  const isRenamed = useComputed(() => version.title !== document.value.title).value;
  const isShown = shownVersion.value?.version === version.version;
  const show = async (): Promise<void> => {
    const params = { canvasId, version: version.version };
    const { document, assets } = await call('getCanvasVersion', { params });
    shownVersion.value = { version: version.version, createdAt, document, assets };
  };
  return (
    <li data-looked-at={isShown || undefined}>
      <div class="row">
        <span class="small num" title={toDate(createdAt)}>
          {toClock(createdAt)}
        </span>
        <span class="soft small grow ellipsis" title={isRenamed ? version.title : undefined}>
          {toAge(createdAt, Date.now())}
          {isRenamed && `, ${version.title}`}
        </span>
        <button
          type="button"
          class="link-button small"
          disabled={isBusy}
          aria-pressed={isShown}
          aria-label={`Preview version of ${toDate(createdAt)}, number ${version.version}`}
          onClick={() => (isShown ? (shownVersion.value = null) : run(show))}
        >
          {isShown ? 'Back' : 'Preview'}
        </button>
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}
