import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../envelope.ts';
import { Problem } from './problem.tsx';

/** A button for what cannot be undone: it asks first. The dialog closes when `onConfirm` has resolved. */
export function ConfirmButton(props: {
  label: string;
  title: string;
  children: ComponentChildren;
  /** What the button says when its label alone does not name the thing. */
  name?: string;
  onConfirm: () => Promise<void>;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await props.onConfirm();
      dialog.current?.close();
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={props.name ?? props.label}
        onClick={() => dialog.current?.showModal()}
      >
        {props.label}
      </button>
      <dialog ref={dialog} class="dialog" aria-label={props.title}>
        <div class="stack">
          <h2>{props.title}</h2>
          <div class="soft">{props.children}</div>
          {error && <Problem error={error} />}
          <div class="row">
            <button type="button" class="button button-danger" disabled={isBusy} onClick={() => void confirm()}>
              {props.label}
            </button>
            <button type="button" class="button button-quiet" onClick={() => dialog.current?.close()}>
              Keep
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
