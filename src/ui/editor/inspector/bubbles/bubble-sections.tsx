import { useComputed } from '@preact/signals';
import { bubbleColors } from '#core/timeline/bubble-colors.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import { useIsOn, useMember, useProperty } from '../controls/bound.ts';
import { ChoiceField, SegmentsField } from '../controls/choice-field.tsx';
import { ColorField } from '../controls/color-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { OptionalGroup } from '../controls/optional-group.tsx';
import { Section } from '../controls/section.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useThose } from '../subject.ts';
import { mixed } from '../values/mixed.ts';
import { inUnit } from '../values/notation.ts';
import { isBubbles } from './is-bubbles.ts';
import { MessageTable } from './message-table.tsx';

type Bubbles = ItemOf<'bubbles'>;

const layouts = [
  { value: 'overlay', label: 'Overlay' },
  { value: 'chat', label: 'Chat' },
] as const;

const sides = [
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
] as const;

const styles = [
  { value: 'neutral', label: 'Neutral' },
  { value: 'blue', label: 'Blue' },
  { value: 'green', label: 'Green' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Custom colors start with those of the style. */
const getColors = ({ colors, style }: Bubbles): NonNullable<Bubbles['colors']> => colors ?? bubbleColors[style];

const inScale = inUnit('%', { digits: 0, step: 5, least: 0.2, most: 5, scale: 100 });

/** The sections of chat bubbles. */
export function BubbleSections() {
  const bubbles = useThose(isBubbles);
  const isOne = useComputed(() => bubbles.items.value.length === 1);
  const layout = useProperty(
    bubbles,
    (item) => item.layout,
    (_, value) => ({ layout: value }),
  );
  const side = useProperty(
    bubbles,
    (item) => item.side,
    (_, value) => ({ side: value }),
  );
  const style = useProperty(
    bubbles,
    (item) => item.style,
    (_, value) => ({ style: value }),
  );
  const contact = useProperty(
    bubbles,
    (item) => item.contactName ?? '',
    (_, value) => ({ contactName: value === '' ? null : value }),
  );
  const scale = useProperty(
    bubbles,
    (item) => item.scale,
    (_, value) => ({ scale: value }),
  );
  return (
    <>
      {isOne.value && <MessageTable />}
      <Section title="Bubbles">
        <SegmentsField label="Layout" bound={layout} options={layouts} />
        {layout.value.value !== 'overlay' && layout.value.value !== mixed && (
          <TextField label="Contact" bound={contact} maxLength={200} placeholder="No name" />
        )}
        <SegmentsField label="My side" bound={side} options={sides} />
        <ChoiceField label="Style" bound={style} options={styles} />
        <NumberField label="Scale" bound={scale} notation={inScale} initial={1} slider={{ least: 0.2, most: 3 }} />
        <OptionalGroup label="Custom colors" bound={useIsOn(bubbles, 'colors', getColors)}>
          <ColorField label="My bubbles" bound={useMember(bubbles, 'colors', getColors, 'me')} />
          <ColorField label="My text" bound={useMember(bubbles, 'colors', getColors, 'meText')} />
          <ColorField label="Their bubbles" bound={useMember(bubbles, 'colors', getColors, 'them')} />
          <ColorField label="Their text" bound={useMember(bubbles, 'colors', getColors, 'themText')} />
        </OptionalGroup>
      </Section>
    </>
  );
}
