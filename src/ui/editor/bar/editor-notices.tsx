import { announce } from '../../announce.ts';
import { call } from '../../client.ts';
import type { ApiError } from '../../envelope.ts';
import { toDate } from '../../format.ts';
import { fromHere } from '../../navigation.ts';
import { NextStep } from '../../parts/problem.tsx';
import { useAction } from '../../use-action.ts';
import { useEditor, type LookedAt } from '../editor.ts';
import { isTriedAgain } from '../session/keep-saved.ts';

/** Explains why the canvas cannot be saved or edited, and offers a remedy. */
export function EditorNotices() {
  const { saving, looking } = useEditor();
  const state = saving.value;
  if (state.kind === 'gone') {
    return <Gone />;
  }
  if (state.kind === 'failed') {
    return <Failed error={state.error} />;
  }
  return looking.value ? <Looking looked={looking.value} /> : null;
}

function Failed({ error }: { error: ApiError }) {
  const { save } = useEditor();
  const isSilent = error.errorCode === 'UNREACHABLE';
  return (
    <div class="notice notice-bad row" role="alert">
      <span>
        Not saved: {isSilent ? 'nothing answered in this browser, or you are offline.' : error.message}{' '}
        {isTriedAgain(error) && 'It is tried again by itself; keep this tab open.'}
      </span>
      <button type="button" class="link-button" onClick={() => void save().catch(() => undefined)}>
        Try now
      </button>
      {!isSilent && <NextStep errorCode={error.errorCode} />}
    </div>
  );
}

/** A notice that the canvas was deleted elsewhere; its local state can be saved under another id. */
function Gone() {
  const editor = useEditor();
  const { run, isBusy, error } = useAction();
  const keep = async (): Promise<void> => {
    const goOn = fromHere();
    const { id } = await call('createCanvas', { body: { document: editor.document.peek() } });
    goOn({ page: 'canvas', canvasId: id });
  };
  return (
    <div class="notice notice-bad row" role="alert">
      <span>{error?.message ?? 'This canvas was deleted elsewhere, so nothing is saved any more.'}</span>
      <button type="button" class="link-button" disabled={isBusy} onClick={() => run(keep)}>
        Keep what you see as a new canvas
      </button>
    </div>
  );
}

function Looking({ looked }: { looked: LookedAt }) {
  const { restore, looking } = useEditor();
  const when = toDate(looked.createdAt);
  const onRestore = (): void => {
    restore(looked.document, `Restore the state of ${when}`, looked.assets);
    announce(`The canvas is as it was on ${when} again.`);
  };
  return (
    <div class="notice editor-looking row" role="status">
      <span>This is the canvas as it was on {when}.</span>
      <button type="button" class="button button-primary" onClick={onRestore}>
        Restore it
      </button>
      <button type="button" class="button" onClick={() => (looking.value = null)}>
        Back to the present
      </button>
    </div>
  );
}
