import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
  useEffect(() => {
    if (isOpen) {
      element.current?.showModal();
    } else {
      element.current?.close();
    }
  }, [isOpen]);
  return (
    <dialog ref={element} class={`dialog ${props.look ?? ''}`} aria-label={props.title} onClose={props.onClose}>
      {isOpen && (
        <div class="stack">
          <h2>{props.title}</h2>
          {props.children}
        </div>
      )}
    </dialog>
  );
}
