import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toDate } from '#ui/kit/format.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { NextStep } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { useEditor, type ShownVersion } from '../editor.ts';
import { isTriedAgain } from '../session/keep-saved.ts';

/** Explains why the canvas cannot be saved or edited, and offers a remedy. */
export function EditorNotices() {
  const { saving, shownVersion } = useEditor();
  const state = saving.value;
  if (state.kind === 'gone') {
    return <Gone />;
  }
  if (state.kind === 'failed') {
    return <Failed error={state.error} />;
  }
  return shownVersion.value ? <ShownVersionNotice version={shownVersion.value} /> : null;
}

function Failed({ error }: { error: OffcutError }) {
  const { save } = useEditor();
  const isSilent = error.code === 'UNREACHABLE';
  return (
    <div class="notice notice-bad row" role="alert">
      <span>
        Not saved: {isSilent ? 'no response in this browser, or you are offline.' : error.message}{' '}
        {isTriedAgain(error) && 'Retrying automatically; keep this tab open.'}
      </span>
      <button type="button" class="link-button" onClick={() => void save().catch(() => undefined)}>
        Try now
      </button>
      {!isSilent && <NextStep errorCode={error.code} />}
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
      <span>{error?.message ?? 'This canvas was deleted elsewhere, so edits are no longer saved.'}</span>
      <button type="button" class="link-button" disabled={isBusy} onClick={() => run(keep)}>
        Save as a new canvas
      </button>
    </div>
  );
}

function ShownVersionNotice({ version }: { version: ShownVersion }) {
  const { restore, shownVersion } = useEditor();
  const when = toDate(version.createdAt);
  const onRestore = (): void => {
    restore(version.document, `Restore version of ${when}`, version.assets);
    announce(`Restored the version of ${when}.`);
  };
  return (
    <div class="notice editor-looking row" role="status">
      <span>You are previewing the version of {when}.</span>
      <button type="button" class="button button-primary" onClick={onRestore}>
        Restore
      </button>
      <button type="button" class="button" onClick={() => (shownVersion.value = null)}>
        Back to current version
      </button>
    </div>
  );
}
