import type { ReadonlySignal } from '@preact/signals';

/** A note that the preview of a text is outdated, and how to solve it. Shows nothing while the preview is up to date. */
export function LetteringNote({ isLost }: { isLost: ReadonlySignal<boolean> | undefined }) {
  return isLost?.value === true ? (
    <p class="note" role="status">
      Text changes are not previewed, because a part of this page did not load. Reload the page to see them. The result
      includes them in any case.
    </p>
  ) : null;
}
