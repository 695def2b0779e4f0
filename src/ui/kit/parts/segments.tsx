import { useId } from 'preact/hooks';

/** One choice out of a few, as radio buttons that look like one switch. */
export function Segments<Value extends string>(props: {
  label: string;
  isLabelHidden?: boolean;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  hint?: string | undefined;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset class="field">
      <legend class={props.isLabelHidden === true ? 'hidden-text' : 'field-label'}>{props.label}</legend>
      <div>
        <div class="segments">
          {props.options.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === props.value}
                onChange={() => props.onChoose(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </div>
      {props.hint !== undefined && <p class="field-hint">{props.hint}</p>}
    </fieldset>
  );
}
