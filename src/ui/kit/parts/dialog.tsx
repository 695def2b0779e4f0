import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A modal dialog while `isOpen`; Escape and its last button close it. Its contents exist only while it is open. */
export function Dialog(props: {
  title: string;
  isOpen: boolean;
  look?: 'dialog-wide';
  onClose: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const { isOpen } = props;
  useLayoutEffect(() => {
    if (isOpen) {
      element.current?.showModal();
    } else {
      element.current?.close();
    }
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      class={`dialog ${props.look ?? ''}`}
      aria-label={props.title}
      // "close" alone is not enough: it fires in a later task, possibly after the dialog reopened. A file picker inside also
      // fires "cancel".
      onCancel={({ target }) => target === element.current && props.onClose()}
      // Chrome closes it without "cancel" if the user has not interacted since it opened.
      onClose={({ currentTarget }) => isOpen && !currentTarget.open && props.onClose()}
    >
      {isOpen && (
        <div class="stack">
          <h2>{props.title}</h2>
          {props.children}
        </div>
      )}
    </dialog>
  );
}
