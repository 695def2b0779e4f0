import { useId } from 'preact/hooks';
import { findMaterialName, keptMaterials } from '#ui/pages/materials/materials.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Thumbnail } from '../parts/thumbnail.tsx';
import { toList, toText } from '#ui/app/json.ts';
import type { ControlOf } from './field.ts';
import type { FieldProps } from './field-props.ts';
import { useProblem } from './form-context.ts';
import { Hint } from './hint.tsx';
import { MaterialPicker } from './material-picker.tsx';

/** A reorderable list of materials. */
export function MaterialList(props: FieldProps & { control: ControlOf<'list'>; item: ControlOf<'material'> }) {
  const { field, control, item, value, path, onChange } = props;
  const id = useId();
  const problem = useProblem(path);
  const picked = toList(value).map(toText);
  return (
    <fieldset class="stack stack-tight field-wide group" data-path={path} aria-describedby={`${id}-hint`}>
      <legend class="field-label">{field.label}</legend>
      {picked.length > 0 && (
        <ol class="tiles">
          {picked.map((material, index) => (
            <li key={`${material}-${index}`}>
              <Picked
                material={material}
                index={index}
                count={picked.length}
                onMove={(to) => onChange(picked.toSpliced(index, 1).toSpliced(to, 0, material))}
                onRemove={() => onChange(picked.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
      )}
      {(control.most === null || picked.length < control.most) && (
        <MaterialPicker
          label={field.label}
          mediaKinds={item.mediaKinds}
          takesDrops={path === 'materials'}
          picked={picked}
          {...(control.most !== null && { room: control.most - picked.length })}
          onPick={(material) => onChange([...picked, material])}
        />
      )}
      <Hint id={`${id}-hint`} hint={field.hint} problem={problem} />
    </fieldset>
  );
}

/** A material of the list: its thumbnail, name and position. */
function Picked(props: {
  material: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { material, index, count, onMove, onRemove } = props;
  const kept = keptMaterials.value?.find((each) => each.material === material);
  const name = findMaterialName(material) ?? material;
  return (
    <div class="tile-picked">
      <Thumbnail material={material} kind={kept?.kind ?? 'video'} />
      <p class="ellipsis small" title={name}>
        {name}
      </p>
      <div class="row tile-tools">
        <Tool name={`Move ${name} forward`} icon="back" isOff={index === 0} onClick={() => onMove(index - 1)} />
        <Tool name={`Move ${name} back`} icon="forward" isOff={index === count - 1} onClick={() => onMove(index + 1)} />
        <Tool name={`Remove ${name}`} icon="minus" isOff={false} onClick={onRemove} />
      </div>
    </div>
  );
}

function Tool(props: { name: string; icon: IconName; isOff: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      class="button button-quiet tile-tool"
      aria-label={props.name}
      title={props.name}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
