import { useEffect, useState } from 'preact/hooks';
import type { ControlOf, Field } from './field.ts';
import { toNumberText } from '#core/protocol/field-words.ts';
import { installedMattes, refreshModels } from '#ui/pages/models/models.ts';

/** An input without its label: `name` is its accessible name when it is alone, else the label with its `id`. */
export type InputProps = {
  readonly field: Field;
  /** The shown value; undefined or null if empty. */
  readonly value: unknown;
  /** Receives undefined, or null if the field may be null, when the input is cleared. */
  readonly onChange: (value: unknown) => void;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean | undefined;
};

/** The input of a text, number, choice, color or boolean. */
export function Scalar(props: InputProps) {
  const { control } = props.field;
  switch (control.kind) {
    case 'text':
      return <TextInput {...props} control={control} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'choice':
      return <ChoiceInput {...props} control={control} />;
    case 'color':
      return (
        <input
          {...toAttributes(props)}
          type="color"
          value={typeof props.value === 'string' ? props.value : '#000000'}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      );
    case 'model':
      return <ModelInput {...props} />;
    case 'switch':
      return (
        <input
          {...toAttributes(props)}
          type="checkbox"
          checked={props.value === true}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
      );
    case 'material':
    case 'object':
    case 'list':
    case 'either':
    case 'json':
    default:
      return null;
  }
}

/** The kinds of controls that `Scalar` renders. */
export const isScalar = ({ control }: Field): boolean =>
  ['text', 'number', 'choice', 'color', 'switch', 'model'].includes(control.kind);

const toAttributes = ({ id, name, describedBy, isInvalid }: InputProps) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { 'aria-label': name }),
  ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
  ...(isInvalid === true && { 'aria-invalid': true }),
});

const toEmpty = ({ isNullable }: Field): null | undefined => (isNullable ? null : undefined);

function TextInput(props: InputProps & { control: ControlOf<'text'> }) {
  const { field, control, onChange } = props;
  const attributes = {
    ...toAttributes(props),
    ...(control.maxLength !== null && { maxLength: control.maxLength }),
    class: 'input',
    value: typeof props.value === 'string' ? props.value : '',
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange(value === '' && !field.isRequired ? toEmpty(field) : value),
  };
  // A single-line input would drop line feeds.
  const isLong = control.isLong || attributes.value.includes('\n');
  return isLong ? <textarea rows={3} {...attributes} /> : <input type="text" {...attributes} />;
}

function NumberInput(props: InputProps) {
  const { field, value, onChange } = props;
  // The text stays unchanged during typing: `1.` and an empty text are not numbers.
  const [draft, setDraft] = useState<string | null>(null);
  const { control } = field;
  return (
    <input
      {...toAttributes(props)}
      class="input num"
      type="number"
      step={control.kind === 'number' && control.isWhole ? 1 : 'any'}
      placeholder={field.isNullable || field.preset === undefined ? 'Auto' : undefined}
      required={field.isRequired}
      value={draft ?? (typeof value === 'number' ? toNumberText(value) : '')}
      onInput={({ currentTarget: { value: text, valueAsNumber } }) => {
        setDraft(text);
        onChange(Number.isNaN(valueAsNumber) ? toEmpty(field) : valueAsNumber);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

function ChoiceInput(props: InputProps & { control: ControlOf<'choice'> }) {
  const { field, control, value, onChange } = props;
  const index = control.options.findIndex((option) => option.value === value);
  const mayBeEmpty = field.isNullable || (!field.isRequired && field.preset === undefined);
  return (
    <select
      {...toAttributes(props)}
      class="input"
      value={String(index)}
      onChange={(event) => onChange(control.options[Number(event.currentTarget.value)]?.value ?? toEmpty(field))}
    >
      {(mayBeEmpty || index < 0) && <option value="-1">{field.isRequired ? 'Choose' : 'Default'}</option>}
      {control.options.map(({ label }, each) => (
        <option key={label} value={String(each)}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The installed models by name, and the selected model even if it is not installed. */
function ModelInput(props: InputProps) {
  const { field, value, onChange } = props;
  useEffect(() => void refreshModels().catch(() => undefined), []);
  const known = installedMattes().map(({ id, name }) => ({ id, name }));
  const isKnown = typeof value !== 'string' || value === '' || known.some(({ id }) => id === value);
  return (
    <select
      {...toAttributes(props)}
      class="input"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? toEmpty(field) : currentTarget.value)}
    >
      <option value="">Best for the subject</option>
      {[...known, ...(isKnown ? [] : [{ id: value, name: `${value}, not installed` }])].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
