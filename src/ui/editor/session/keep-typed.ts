/** Fields keep what was typed when they are left: the one that has the focus is left for a moment. */
export function keepTyped(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const [parent, around] = [field.parentElement, field.closest<HTMLElement>('[tabindex]')];
    const index = [...(parent?.children ?? [])].indexOf(field);
    field.blur();
    field.focus({ preventScroll: true });
    // A field that is there only while it is written in goes with the render after it is left, and with it the focus.
    queueMicrotask(() => {
      const place = parent?.isConnected ? parent.children[index] : around;
      if (!field.isConnected && document.activeElement === document.body && place instanceof HTMLElement) {
        place.focus({ preventScroll: true });
      }
    });
  }
}
