import { useEffect, useRef } from 'preact/hooks';
import { useEditor } from '../../editor.ts';
import { useProperty } from '../controls/bound.ts';
import { ChoiceField } from '../controls/choice-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { useThose } from '../subject.ts';
import { inSeconds } from '../values/notation.ts';
import { isText, type Text } from './is-text.ts';
import { showMotion, type Side } from './show-motion.ts';

type Motion = NonNullable<Text['entrance']>;

const entrances: readonly { readonly value: Motion['type'] | 'none'; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'fade', label: 'Fade' },
  { value: 'rise', label: 'Rise' },
  { value: 'scale', label: 'Grow' },
  { value: 'wipe', label: 'Wipe' },
  { value: 'type', label: 'Type' },
];

const usualSeconds = 0.5;

/** The entrance and exit of texts: a new choice is previewed once. */
export function MotionFields() {
  const editor = useEditor();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const show = (side: Side): void => {
    stop.current();
    stop.current = showMotion(editor, side);
  };
  return (
    <>
      <MotionField side="entrance" label="Entrance" onChosen={show} />
      <MotionField side="exit" label="Exit" onChosen={show} />
    </>
  );
}

function MotionField({ side, label, onChosen }: { side: Side; label: string; onChosen: (side: Side) => void }) {
  const texts = useThose(isText);
  const type = useProperty<Text, Motion['type'] | 'none'>(
    texts,
    (item) => item[side]?.type ?? 'none',
    (item, value) => ({
      [side]: value === 'none' ? null : { type: value, durationSeconds: item[side]?.durationSeconds ?? usualSeconds },
    }),
  );
  const length = useProperty(
    texts,
    (item) => item[side]?.durationSeconds ?? usualSeconds,
    (item, value) => {
      const motion = item[side];
      return motion ? { [side]: { ...motion, durationSeconds: Math.min(item.durationSeconds, value) } } : {};
    },
  );
  return (
    <>
      <ChoiceField label={label} bound={type} options={entrances} onChosen={() => onChosen(side)} />
      {type.value.value !== 'none' && (
        <NumberField
          label={`${label} duration`}
          short="Duration"
          bound={length}
          notation={inSeconds}
          slider={{ least: 0, most: 3 }}
        />
      )}
    </>
  );
}
