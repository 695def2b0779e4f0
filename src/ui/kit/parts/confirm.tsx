import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useAction } from '../use-action.ts';
import { Problem } from './problem.tsx';

/** A button that opens a confirmation dialog. The dialog closes when `onConfirm` resolves, and shows its error. */
export function ConfirmButton(props: {
  label: string;
  title: string;
  children: ComponentChildren;
  /** The accessible name of the button, which begins with the label. */
  name?: string;
  look?: string;
  /** The short label of the button on narrow screens. */
  face?: ComponentChildren;
  onConfirm: () => Promise<void>;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { run, isBusy, error } = useAction();
  const confirm = async (): Promise<void> => {
    await props.onConfirm();
    dialog.current?.close();
  };
  return (
    <>
      <button
        type="button"
        class={`button ${props.look ?? ''}`}
        aria-label={props.name ?? props.label}
        onClick={() => dialog.current?.showModal()}
      >
        {props.face ?? props.label}
      </button>
      <dialog ref={dialog} class="dialog" aria-label={props.title}>
        <div class="stack">
          <h2>{props.title}</h2>
          <div class="soft">{props.children}</div>
          {error && <Problem error={error} />}
          <div class="row">
            <button type="button" class="button button-danger" disabled={isBusy} onClick={() => run(confirm)}>
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
