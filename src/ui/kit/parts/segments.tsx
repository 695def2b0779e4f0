import { useId } from 'preact/hooks';

/** A choice of few options, as radio buttons styled as a segmented control. */
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
