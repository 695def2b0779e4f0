import type { ReadonlySignal } from '@preact/signals';

/** Says that what is shown of a text is not measured anew, and what helps; nothing while it is. */
export function LetteringNote({ isLost }: { isLost: ReadonlySignal<boolean> | undefined }) {
  return isLost?.value === true ? (
    <p class="note" role="status">
      Changes to the text are not shown or measured here, as a part of this page did not load. Reload the page; the
      render measures them anew in any case.
    </p>
  ) : null;
}
