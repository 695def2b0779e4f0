import { useRef } from 'preact/hooks';
import { useSignalEffect } from '@preact/signals';
import { toPercent } from '#ui/kit/format.ts';
import { isAtWork, recentJobs } from '#ui/pages/jobs/jobs.ts';
import { askPermission, permission } from '#ui/app/notify.ts';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { useEditor } from '../editor.ts';
import { runsHere, type CutOutRun } from '../in-place/cut-out-runs.ts';
import { useCutOuts } from '../in-place/use-cut-outs.ts';
import { workAsked } from './export-state.ts';
import { getExports, getShare } from './exports.ts';

const WorkRows = later(async () => (await import('./work-rows.tsx')).WorkRows);

/**
 * A button with the progress of the work for this canvas, which opens the list of open and ended jobs. Renders nothing if there
 * is no work.
 */
export function Work() {
  useCutOuts();
  const { canvasId } = useEditor();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useShown(canvasId, list);
  const exports = getExports(canvasId);
  const runs = runsHere.value.filter(({ job }) => job !== null);
  if (exports.length === 0 && runs.length === 0) {
    return null;
  }
  const share = getShare([...exports, ...runs.flatMap(({ job }) => job ?? [])]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={share === null ? 'button button-quiet' : 'button button-quiet work-going num'}
        popovertarget="editor-work"
      >
        <span class="work-words">{toLabel(share, runs)}</span>
        {share !== null && <span class="work-share">{toPercent(share)}</span>}
      </button>
      <div
        ref={list}
        id="editor-work"
        popover="auto"
        class="work-list stack"
        role="region"
        aria-label="Work"
        onBeforeToggle={() => {
          place(list.current, button.current);
        }}
      >
        <Head />
        <WorkRows runs={runs} exports={exports} />
        {share !== null && <NotifyMe />}
      </div>
    </>
  );
}

function Head() {
  return (
    <div class="row row-apart">
      <h2>Work</h2>
      <button
        type="button"
        class="button button-quiet button-icon"
        aria-label="Close"
        popovertarget="editor-work"
        popovertargetaction="hide"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Positions the list below its button, and next to the side pane instead of above it, if the window is wide enough. */
function place(list: HTMLElement | null, button: HTMLElement | null): void {
  const below = button?.getBoundingClientRect().bottom ?? 0;
  const pane = button?.closest('.editor')?.querySelector('.editor-right')?.getBoundingClientRect();
  list?.style.setProperty('inset-block-start', `${below + 8}px`);
  list?.style.setProperty('--pane', `${pane ? innerWidth - pane.left : 0}px`);
}

/** Requests the permission to show notifications, only on a click. */
function NotifyMe() {
  return permission.value === 'default' ? (
    <p class="work-notify">
      <button type="button" class="link-button small" onClick={() => void askPermission()}>
        Notify me when done
      </button>
    </p>
  ) : null;
}

function toLabel(share: number | null, runs: readonly CutOutRun[]): string {
  if (share !== null) {
    return 'Working,';
  }
  if (runs.some(({ job }) => job?.status === 'completed')) {
    return 'Cutout ready';
  }
  return runs.length > 0 ? 'Cutout failed' : 'Files';
}

/**
 * Opens the list when work starts, and when an export that was open during this visit ends, because its file can be downloaded.
 */
function useShown(canvasId: string, list: { readonly current: HTMLDivElement | null }): void {
  const atWork = useRef<ReadonlySet<string>>(new Set());
  const asked = useRef(workAsked.peek());
  useSignalEffect(() => {
    const before = atWork.current;
    const exports = recentJobs.value === null ? [] : getExports(canvasId);
    const isAsked = workAsked.value !== asked.current;
    atWork.current = new Set(exports.filter(isAtWork).map(({ id }) => id));
    asked.current = workAsked.value;
    if (isAsked || exports.some((job) => before.has(job.id) && !isAtWork(job))) {
      // After the render, which may create the list.
      requestAnimationFrame(() => showList(list.current));
    }
  });
}

/** Opens the list, but not over a dialog, where it would be visible but inert. */
function showList(list: HTMLDivElement | null): void {
  if (list?.matches(':popover-open') === false && !document.querySelector('dialog[open]')) {
    list.showPopover();
  }
}
