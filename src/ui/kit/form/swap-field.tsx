import { toList } from '#ui/app/json.ts';
import { toOne } from './cards.tsx';
import { toFacts } from './facts.ts';
import type { ControlOf } from './field.ts';
import type { FieldProps } from './field-props.ts';
import { withValue } from './values.ts';

/** Buttons that swap the sibling field's value with one of these. */
export function SwapField(props: FieldProps & { control: ControlOf<'list'> }) {
  const { field, control, value, siblings, onSiblings } = props;
  const others = toList(value);
  const { item } = control;
  const swap = (index: number): void => {
    const kept = others.toSpliced(index, 1, siblings[control.swaps]);
    onSiblings(withValue(withValue(siblings, control.swaps, others[index]), field.name, kept));
  };
  return others.length === 0 ? null : (
    <fieldset class="stack stack-tight field-wide group">
      <legend class="field-label">{field.label}</legend>
      <ul class="stack stack-tight">
        {others.map((other, index) => (
          <li key={index} class="row">
            <span class="num grow">{item.control.kind === 'object' ? toFacts(item.control.fields, other) : null}</span>
            <button
              type="button"
              class="button"
              aria-label={`Use instead: ${toOne(field.label).toLowerCase()} ${index + 1}`}
              onClick={() => swap(index)}
            >
              Use instead
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
