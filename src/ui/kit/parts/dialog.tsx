import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A dialog over the page while `isOpen`; Escape and its last button close it. Its contents are there only while it is open. */
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
      // Not "close" alone, which comes in a later task, after a reopening in between; a picker of files within is cancelled too.
      onCancel={({ target }) => target === element.current && props.onClose()}
      // Chrome closes it without "cancel" where nobody has pressed anything else since it was opened.
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
