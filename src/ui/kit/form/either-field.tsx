import { useId } from 'preact/hooks';
import type { ControlOf } from './field.ts';
import type { PartedProps } from './field-props.ts';
import { useProblem } from './form-context.ts';
import { Hint, Label } from './hint.tsx';
import { findVariant, firstOfVariant } from './values.ts';

/** A field for a value of several possible kinds: a selector of the kind, then its fields. */
export function EitherField(props: PartedProps & { control: ControlOf<'either'> }) {
  const { field, value, path, control, siblings, onChange, onSiblings, View } = props;
  const id = useId();
  const problem = useProblem(path);
  const index = findVariant(control.variants, value);
  const variant = control.variants[index];
  return (
    <div class="stack stack-tight field-wide">
      <div class="field">
        <Label id={id}>{field.label}</Label>
        <select
          id={id}
          class="input"
          aria-describedby={`${id}-hint`}
          {...(field.label === '' && { 'aria-label': 'Kind' })}
          value={String(index)}
          onChange={(event) => onChange(firstOfVariant(control.variants[Number(event.currentTarget.value)]))}
        >
          {index < 0 && <option value="-1">Choose</option>}
          {control.variants.map(({ label }, each) => (
            <option key={label} value={String(each)}>
              {label}
            </option>
          ))}
        </select>
        <Hint id={`${id}-hint`} hint={field.hint} problem={problem} />
      </div>
      {variant && 'field' in variant && (
        <View
          field={variant.field}
          value={value}
          path={path}
          siblings={siblings}
          onChange={onChange}
          onSiblings={onSiblings}
        />
      )}
    </div>
  );
}
