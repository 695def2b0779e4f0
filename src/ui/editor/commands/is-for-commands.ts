/** Fields in which keys enter text; sliders and checkboxes are not among them. */
const typed =
  'input:not([type=range], [type=checkbox], [type=radio], [type=color], [type=button]), textarea, select, [contenteditable]';

/** Returns whether keys enter text in this element. */
export const isTyped = (element: Element): boolean => element.matches(typed);

/** Controls whose own keys are the ones that press a button; a slider does not have these. */
const pressed =
  'button, a[href], summary, input:not([type=range]), [role=button], [role=checkbox], [role=switch], [role=link]';

/** Controls that the arrow keys, Home and End move. */
const moved =
  'input[type=range], input[type=radio], [role=slider], [role=separator], [role=tab], [role=radio], [role=spinbutton]';

const pressKeys = new Set([' ', 'Enter']);
const moveKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/**
 * Returns whether a key runs a command. It does not in a text field, a dialog or a menu. Nor does it if the focused control uses
 * the key itself, unless that control is within `data-commands`.
 */
export function isForCommands(event: KeyboardEvent): boolean {
  const { target, key, defaultPrevented, isComposing } = event;
  if (defaultPrevented || isComposing || !(target instanceof Element)) {
    return false;
  }
  if (
    target.closest(`${typed}, dialog, [role=menu], [role=menubar]`) ||
    target.ownerDocument.querySelector('dialog[open]')
  ) {
    return false;
  }
  // Escape first closes a popover above the editor, such as the list of work.
  if (key === 'Escape' && target.ownerDocument.querySelector(':popover-open')) {
    return false;
  }
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const own = [...(pressKeys.has(key) ? [pressed] : []), ...(moveKeys.has(key) ? [moved] : [])].join(', ');
  return !isPlain || own === '' || !target.matches(own) || target.closest('[data-commands]') !== null;
}
