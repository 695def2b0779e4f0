import { useId } from 'preact/hooks';
import { Segments } from '../parts/segments.tsx';
import type { ControlOf, Field } from './field.ts';
import type { FieldProps } from './field-props.ts';
import { useProblem } from './form-context.ts';
import { EitherField } from './either-field.tsx';
import { Hint, Label } from './hint.tsx';
import { JsonInput } from './json-input.tsx';
import { ListField } from './list-field.tsx';
import { MaterialField } from './material-field.tsx';
import { ObjectField } from './object-field.tsx';
import { ReadOnly } from './read-only.tsx';
import { Scalar } from './scalar.tsx';
import { isDraggable, Slider } from './slider.tsx';
import { SwapField } from './swap-field.tsx';
import { firstValue, shownValue } from './values.ts';

/** A field with its label, its hint and its error. */
export function FieldView(props: FieldProps) {
  const { field, value, onChange } = props;
  const shown = shownValue(field, value);
  if (field.control.kind === 'list' && field.control.swaps !== '') {
    return <SwapField {...props} control={field.control} />;
  }
  if (field.isReadOnly) {
    return <ReadOnly field={field} value={shown} />;
  }
  if (isLeftOut(field, shown)) {
    return (
      <Check field={field} isChecked={false} path={props.path} onCheck={() => onChange(firstValue(present(field)))} />
    );
  }
  if (!mayBeLeftOut(field)) {
    return <Given {...props} value={shown} View={FieldView} />;
  }
  const leaveOut = (): void => onChange(field.isNullable ? null : undefined);
  return (
    <div class="stack stack-tight field-wide">
      <Check field={field} isChecked path={props.path} onCheck={leaveOut} />
      <div class="inset">
        <Given {...props} field={{ ...field, label: '', hint: '' }} value={shown} View={FieldView} />
      </div>
    </div>
  );
}

/** A field that appears once its checkbox is checked: a field with parts, or an optional color. */
const mayBeLeftOut = ({ control, isNullable, isRequired, preset }: Field): boolean =>
  (control.kind === 'color' || control.kind === 'object' || control.kind === 'either') &&
  (isNullable || (!isRequired && preset === undefined));

const isLeftOut = (field: Field, shown: unknown): boolean =>
  mayBeLeftOut(field) && (shown === undefined || shown === null);

/** The field with a first value built from its parts: a default of null means no value. */
const present = (field: Field): Field => ({ ...field, preset: field.preset ?? undefined });

function Given(props: FieldProps & { View: typeof FieldView }) {
  const { field } = props;
  const { control } = field;
  switch (control.kind) {
    case 'object':
      return <ObjectField {...props} control={control} />;
    case 'list':
      return <ListField {...props} control={control} />;
    case 'either':
      return <EitherField {...props} control={control} />;
    case 'material':
      return <MaterialField {...props} control={control} />;
    case 'switch':
      return <Check {...props} isChecked={props.value === true} onCheck={() => props.onChange(props.value !== true)} />;
    case 'choice':
      return areFew(field, control) ? <Few {...props} control={control} /> : <Labeled {...props} />;
    case 'json':
      return <JsonInput {...props} />;
    case 'text':
    case 'color':
    case 'number':
    case 'model':
    default:
      return <Labeled {...props} />;
  }
}

/** Whether the options are next to each other. */
const areFew = (field: Field, { options }: ControlOf<'choice'>): boolean =>
  !field.isNullable &&
  (field.isRequired || field.preset !== undefined) &&
  options.length <= 5 &&
  options.reduce((sum, { label }) => sum + label.length + 4, 0) <= 44;

function Few({ field, value, path, control, onChange }: FieldProps & { control: ControlOf<'choice'> }) {
  const problem = useProblem(path);
  return (
    <Segments
      label={field.label}
      value={String(value)}
      options={control.options.map(({ value, label }) => ({
        value: String(value),
        label: `${label} ${field.unit}`.trim(),
      }))}
      hint={problem ?? (getHint(field, value) || undefined)}
      onChoose={(chosen) => onChange(control.options.find((option) => String(option.value) === chosen)?.value)}
    />
  );
}

function Check(props: { field: Field; isChecked: boolean; path: string; onCheck: () => void }) {
  const id = useId();
  const problem = useProblem(props.path);
  const { label, hint } = props.field;
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={props.isChecked}
          {...(hint !== '' && { 'aria-describedby': `${id}-hint` })}
          onChange={props.onCheck}
        />
        <span>{label}</span>
      </label>
      <Hint id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  );
}

function Labeled({ field, value, path, onChange }: FieldProps) {
  const id = useId();
  const problem = useProblem(path);
  const { control } = field;
  const hint = getHint(field, value);
  const input = {
    field,
    value,
    onChange,
    isInvalid: problem !== undefined,
    ...(field.label === '' ? { name: 'Value' } : { id }),
    ...((problem ?? hint) !== '' && { describedBy: `${id}-hint` }),
  };
  const isLong = control.kind === 'text' && control.isLong;
  return (
    <div class={isLong ? 'field field-wide' : 'field'} data-path={path}>
      <Label id={id}>{field.label}</Label>
      <div class={field.unit === '' ? 'input-line' : 'input-line input-unit'}>
        {control.kind === 'number' && typeof value === 'number' && isDraggable(field, value) ? (
          <Slider {...input} control={control} value={value} />
        ) : (
          <Scalar {...input} />
        )}
        {field.unit !== '' && <span class="soft small">{field.unit}</span>}
      </div>
      <Hint id={`${id}-hint`} hint={hint} problem={problem} />
    </div>
  );
}

/** The meaning of the selected option, else the hint of the field. */
const getHint = ({ control, hint }: Field, value: unknown): string =>
  (control.kind === 'choice' && control.options.find((option) => option.value === value)?.hint) || hint;
