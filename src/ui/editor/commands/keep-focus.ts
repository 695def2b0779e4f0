import { isTyped } from './is-for-commands.ts';

/**
 * For a mouse that presses a tool: the focus stays where it is, so that Space plays afterwards in place of pressing the tool
 * again. A field is left, which keeps what was typed.
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
