import { useId } from 'preact/hooks';
import { findMaterialName } from '../materials/materials.ts';
import { toList, toText } from '../json.ts';
import type { ControlOf } from './field.ts';
import type { FieldProps } from './field-props.ts';
import { useProblem } from './form-context.ts';
import { Hint } from './hint.tsx';
import { MaterialPicker } from './material-picker.tsx';
import { MaterialView } from './material-view.tsx';

/** Several materials, in their order. */
export function MaterialList(props: FieldProps & { control: ControlOf<'list'>; item: ControlOf<'material'> }) {
  const { field, control, item, value, path, onChange } = props;
  const id = useId();
  const problem = useProblem(path);
  const picked = toList(value).map(toText);
  return (
    <fieldset class="stack stack-tight field-wide group" aria-describedby={`${id}-hint`}>
      <legend class="field-label">{field.label}</legend>
      {picked.length > 0 && (
        <ul class="material-tiles">
          {picked.map((material, index) => (
            <li key={`${material}-${index}`} class="stack stack-tight">
              <MaterialView material={material} />
              <div>
                <button
                  type="button"
                  class="link-button small"
                  aria-label={`Take ${findMaterialName(material) ?? 'it'} away`}
                  onClick={() => onChange(picked.toSpliced(index, 1))}
                >
                  Take it away
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {(control.most === null || picked.length < control.most) && (
        <MaterialPicker
          label={field.label}
          mediaKinds={item.mediaKinds}
          takesDrops={path === 'materials'}
          onPick={(material) => onChange([...picked, material])}
        />
      )}
      <Hint id={`${id}-hint`} hint={field.hint} problem={problem} />
    </fieldset>
  );
}
