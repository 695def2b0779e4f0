import { isTyped } from './is-for-commands.ts';

/**
 * Keeps the focus where it is when the mouse presses a tool, so that Space plays afterwards instead of pressing the tool again.
 * A focused field is blurred, which commits its text.
 */
export function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) {
    event.preventDefault();
    const field = document.activeElement;
    if (field instanceof HTMLElement && isTyped(field)) {
      field.blur();
    }
  }
}
