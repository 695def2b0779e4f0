import { useId } from 'preact/hooks';
import type { ControlOf } from './field.ts';
import type { FieldProps } from './field-props.ts';
import { useProblem } from './form-context.ts';
import { Hint } from './hint.tsx';
import { MaterialPicker } from './material-picker.tsx';
import { MaterialView } from './material-view.tsx';

/** A material: the selected one, or the picker. */
export function MaterialField(props: FieldProps & { control: ControlOf<'material'> }) {
  const { field, value, path, control, onChange } = props;
  const id = useId();
  const problem = useProblem(path);
  return (
    <fieldset class="stack stack-tight field-wide group" data-path={path} aria-describedby={`${id}-hint`}>
      <legend class="field-label">{field.label}</legend>
      {typeof value === 'string' && value !== '' ? (
        <MaterialView material={value}>
          <button type="button" class="link-button small" onClick={() => onChange(field.isNullable ? null : undefined)}>
            {field.isRequired ? 'Choose another' : 'Remove'}
          </button>
        </MaterialView>
      ) : (
        <MaterialPicker
          label={field.label}
          mediaKinds={control.mediaKinds}
          takesDrops={path === 'material'}
          onPick={onChange}
        />
      )}
      <Hint id={`${id}-hint`} hint={field.isRequired ? '' : field.hint} problem={problem} />
    </fieldset>
  );
}
