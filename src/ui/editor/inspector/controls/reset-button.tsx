import { useComputed } from '@preact/signals';
import type { Edit } from '#core/timeline/edit.ts';
import type { Item } from '#core/timeline/document.ts';
import { useEditor } from '../../editor.ts';
import type { Those } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';

/**
 * A button that restores the defaults of a section; it is visible while a value differs. The focus moves to the section's
 * heading.
 */
export function ResetButton<I extends Item>(props: {
  /** The name of the section, for example "look". */
  what: string;
  those: Those<I>;
  /** The defaults. Numbers become constant again: their keyframes are removed. */
  toUsual: Readonly<Record<string, unknown>> | ((items: readonly I[]) => readonly Edit[]);
}) {
  const { apply } = useEditor();
  const { those, toUsual } = props;
  const edits = (items: readonly I[]): readonly Edit[] =>
    typeof toUsual === 'function' ? toUsual(items) : propertyEdits(items, () => toUsual);
  const isChanged = useComputed(() => edits(those.items.value).length > 0);
  return isChanged.value ? (
    <button
      type="button"
      class="button button-small button-quiet"
      aria-label={`Reset ${props.what}`}
      onClick={({ currentTarget }) => {
        currentTarget.closest('section')?.querySelector('button')?.focus();
        apply(edits(those.targets()), `Reset ${props.what}`);
      }}
    >
      Reset
    </button>
  ) : null;
}
