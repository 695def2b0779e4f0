/** Commits the text of the focused field: fields commit on blur, so the field is blurred for a moment. */
export function keepTyped(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const [parent, around] = [field.parentElement, field.closest<HTMLElement>('[tabindex]')];
    const index = [...(parent?.children ?? [])].indexOf(field);
    field.blur();
    field.focus({ preventScroll: true });
    // A field that exists only during editing is removed by the render after the blur, and loses the focus with it.
    queueMicrotask(() => {
      const place = parent?.isConnected ? parent.children[index] : around;
      if (!field.isConnected && document.activeElement === document.body && place instanceof HTMLElement) {
        place.focus({ preventScroll: true });
      }
    });
  }
}
