import { useLayoutEffect, useRef } from 'preact/hooks';
import './session.css';
import type { MergeConflict } from '#core/timeline/merge.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor } from '../editor.ts';
import { listChanges, toFieldName, type Change } from './list-changes.ts';
import type { Conflict } from './sync.ts';

/** Shows the contradicting local and remote changes, and lets the user choose one side. */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const { document, resolve } = useEditor();
  const { run, isBusy, error } = useAction();
  const { dialog, heading } = useModal();
  const [mine, theirs] = [
    listChanges(conflict.base, document.value),
    listChanges(conflict.base, conflict.theirs.document),
  ];
  return (
    <dialog
      ref={dialog}
      class="dialog conflict"
      aria-label="Conflicting changes"
      // The dialog cannot be canceled before a choice; browsers let a second Escape close it all the same.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <div class="stack">
        <h2 ref={heading} tabIndex={-1}>
          This canvas was also changed elsewhere
        </h2>
        <p class="soft">
          Another tab or an agent changed the same things. Choose which version to keep. The other one stays in History,
          where you can restore it.
        </p>
        <div class="conflict-sides">
          <Side title="Your changes" changes={mine} conflicts={conflict.conflicts} />
          <Side title="Other changes" changes={theirs} conflicts={conflict.conflicts} />
        </div>
        {error && <Problem error={error} />}
        <div class="row">
          <button
            type="button"
            class="button button-primary"
            disabled={isBusy}
            onClick={() => run(() => resolve('mine'))}
          >
            Keep mine
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={() => run(() => resolve('theirs'))}>
            Keep theirs
          </button>
        </div>
      </div>
    </dialog>
  );
}

/**
 * Opens a dialog and focuses its heading. It opens without user action, so a key press that was meant for something else must
 * not press a button.
 */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    // Removing an open dialog would not restore the focus.
    return () => element?.close();
  }, []);
  return { dialog, heading };
}

function Side(props: { title: string; changes: readonly Change[]; conflicts: readonly MergeConflict[] }) {
  return (
    <section aria-label={props.title}>
      <h3>{props.title}</h3>
      {props.changes.length === 0 && <p class="soft">None.</p>}
      <ul class="conflict-list small">
        {props.changes.map((change) => {
          const conflict = props.conflicts.find(({ kind, id }) => kind === change.kind && id === change.id);
          return (
            <li key={`${change.kind} ${change.id}`}>
              <strong>{change.name}</strong> {change.words}
              {conflict && <span class="conflict-mark">{toReason(conflict)}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function toReason({ field, rule }: MergeConflict): string {
  if (rule !== null) {
    return 'Both together would overlap or break a rule';
  }
  return field === null ? 'Removed by one, needed by the other' : `Both changed: ${toFieldName(field)}`;
}
