/** Fields in which keys are text; a slider or a checkbox is none. */
const typed =
  'input:not([type=range], [type=checkbox], [type=radio], [type=color], [type=button]), textarea, select, [contenteditable]';

/** Whether keys are text in a field. */
export const isTyped = (element: Element): boolean => element.matches(typed);

/** Controls whose own keys are those that press a button; a slider has none of these. */
const pressed =
  'button, a[href], summary, input:not([type=range]), [role=button], [role=checkbox], [role=switch], [role=link]';

/** Controls that are moved by arrows, Home and End. */
const moved =
  'input[type=range], input[type=radio], [role=slider], [role=separator], [role=tab], [role=radio], [role=spinbutton]';

const pressKeys = new Set([' ', 'Enter']);
const moveKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/**
 * Whether a key is for the commands: not where text is typed, nor in a dialog or a menu, nor where it is the own key of what has
 * the focus, but for those within `data-commands`.
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
  // Escape closes what is shown over the editor first, as the list of work.
  if (key === 'Escape' && target.ownerDocument.querySelector(':popover-open')) {
    return false;
  }
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const own = [...(pressKeys.has(key) ? [pressed] : []), ...(moveKeys.has(key) ? [moved] : [])].join(', ');
  return !isPlain || own === '' || !target.matches(own) || target.closest('[data-commands]') !== null;
}
