import { useSignal, type Signal } from '@preact/signals';
import { useEditor } from '../editor.ts';
import type { StageState } from './stage-state.ts';

/** Problems of the preview, each with a remedy, at the bottom of the stage. */
export function StageNotes({ state, again }: { state: Signal<StageState>; again: () => void }) {
  const { failure, warnings, isSilenced } = state.value;
  const { transport } = useEditor();
  return (
    <div class="stage-notes" role="status">
      {failure !== null && (
        <div class="note note-bad row">
          <p>The preview failed: {failure}</p>
          <button type="button" class="button" onClick={again}>
            Restart preview
          </button>
        </div>
      )}
      {failure === null && isSilenced && transport.isPlaying.value && (
        <div class="note row">
          <p>The browser plays no audio before a click.</p>
          <button type="button" class="button" onClick={() => transport.play(transport.rate.value)}>
            Play with audio
          </button>
        </div>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} again={again} />}
    </div>
  );
}

/** Media may have become available meanwhile, so the preview can restart. */
function Warnings({ warnings, again }: { warnings: readonly string[]; again: () => void }) {
  const dismissed = useSignal(0);
  const isOpen = useSignal(false);
  const told = warnings.slice(dismissed.value);
  const count = told.length;
  if (count === 0) {
    return null;
  }
  return (
    <div class="note note-warn stage-warnings">
      <div class="row">
        <p>{count === 1 || isOpen.value ? told[0] : `The preview has ${count} warnings.`}</p>
        {count > 1 && (
          <button
            type="button"
            class="link-button"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            {isOpen.value ? 'Show less' : 'Show all'}
          </button>
        )}
        <button type="button" class="link-button" onClick={again}>
          Try again
        </button>
        <button type="button" class="link-button" onClick={() => (dismissed.value = warnings.length)}>
          Dismiss
        </button>
      </div>
      {isOpen.value && told.slice(1).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </div>
  );
}
