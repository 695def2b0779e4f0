/**
 * Focuses an element that a state change renders: directly after that render, so that it receives the next key, or by the
 * next frame if it does not exist yet. A key handler that calls this must prevent the browser's default action.
 */
export function focusRendered(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  // Preact renders in a microtask that the change has already queued.
  queueMicrotask(() => {
    const element = find();
    if (element) {
      element.focus(options);
    } else {
      requestAnimationFrame(() => find()?.focus(options));
    }
  });
}
