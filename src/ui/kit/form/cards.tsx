import { toList } from '#ui/app/json.ts';
import type { ControlOf } from './field.ts';
import type { PartedProps } from './field-props.ts';
import { Icon } from '../parts/icon.tsx';
import { join } from './values.ts';

/** Objects with too many fields for a table row, one below the other, that can be reordered. */
export function Cards(props: PartedProps & { control: ControlOf<'list'> }) {
  const { field, control, value, path, siblings, onChange, onSiblings, View } = props;
  const items = toList(value);
  const one = toOne(field.label);
  const move = (from: number, to: number): void => onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from]));
  return (
    <ol class="stack stack-tight">
      {items.map((item, index) => (
        <li key={index} class="item-card stack stack-tight">
          <div class="row row-apart">
            <span class="field-label">
              {one} {index + 1}
            </span>
            <span class="row item-buttons">
              <Move
                name={`Move ${one.toLowerCase()} ${index + 1} up`}
                turn="up"
                isOff={index === 0}
                onMove={() => move(index, index - 1)}
              />
              <Move
                name={`Move ${one.toLowerCase()} ${index + 1} down`}
                turn="down"
                isOff={index === items.length - 1}
                onMove={() => move(index, index + 1)}
              />
              <button
                type="button"
                class="button button-quiet"
                aria-label={`Remove ${one.toLowerCase()} ${index + 1}`}
                disabled={items.length <= control.least}
                onClick={() => onChange(items.toSpliced(index, 1))}
              >
                Remove
              </button>
            </span>
          </div>
          <View
            field={control.item}
            value={item}
            path={join(path, String(index))}
            siblings={siblings}
            onChange={(next) => onChange(items.toSpliced(index, 1, next))}
            onSiblings={onSiblings}
          />
        </li>
      ))}
    </ol>
  );
}

function Move(props: { name: string; turn: 'up' | 'down'; isOff: boolean; onMove: () => void }) {
  return (
    <button
      type="button"
      class="button button-quiet button-icon"
      aria-label={props.name}
      title={props.name}
      disabled={props.isOff}
      onClick={props.onMove}
    >
      <Icon name={props.turn} />
    </button>
  );
}

/** Returns the singular of a list's label: `Messages` becomes `Message`. */
export const toOne = (label: string): string => label.replace(/ies$/, 'y').replace(/s$/, '') || 'Item';
