/**
 * Gives the focus to what a change of state renders: right after that render, so that the next key is for it already, or by the
 * next frame where it is not there before. A key that calls this must be kept from what the browser does with it.
 */
export function focusRendered(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  // Preact renders in a microtask, which the change has queued before this one.
  queueMicrotask(() => {
    const element = find();
    if (element) {
      element.focus(options);
    } else {
      requestAnimationFrame(() => find()?.focus(options));
    }
  });
}
