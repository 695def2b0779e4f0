import { useMemo } from 'preact/hooks';
import { blendModeIds } from '#core/timeline/blend-modes.ts';
import type { Item, ItemOf } from '#core/timeline/document.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { useAnimated, useProperty, type Bound } from '../controls/bound.ts';
import { ChoiceField } from '../controls/choice-field.tsx';
import { NumberField, SmallNumber } from '../controls/number-field.tsx';
import { ResetButton } from '../controls/reset-button.tsx';
import { Row } from '../controls/row.tsx';
import { Section } from '../controls/section.tsx';
import { useSubject, useThose } from '../subject.ts';
import { flips } from '../values/flips.ts';
import { getCommonValue } from '../values/mixed.ts';
import { inPercent, inUnit } from '../values/notation.ts';
import { cropAt, cropEdits, noCrop, type Crop } from '../values/place.ts';
import { computed } from '@preact/signals';

const blends = blendModeIds.map((value) => ({
  value,
  label: value.slice(0, 1).toUpperCase() + value.slice(1).replace('-', ' '),
}));

const usualLook = { opacity: 1, blurPx: 0, blend: 'normal', flip: 'none' };

/** The format of a blur, in pixels of the canvas. */
const inBlur = inUnit('px', { least: 0, most: 500 });

/** The visual style of the items, relative to the items below. */
export function LookSection() {
  const visual = useThose(isVisual);
  const blend = useProperty(
    visual,
    (item) => item.blend,
    (_, value) => ({ blend: value }),
  );
  const flip = useProperty(
    visual,
    (item) => item.flip,
    (_, value) => ({ flip: value }),
  );
  return (
    <Section title="Look" aside={<ResetButton what="look" those={visual} toUsual={usualLook} />}>
      <NumberField
        label="Opacity"
        bound={useAnimated('opacity')}
        notation={inPercent}
        initial={1}
        keys={['opacity']}
        slider={{ least: 0, most: 1 }}
      />
      <NumberField
        label="Blur"
        bound={useAnimated('blurPx')}
        notation={inBlur}
        initial={0}
        keys={['blurPx']}
        slider={{ least: 0, most: 60 }}
      />
      <ChoiceField label="Blend" bound={blend} options={blends} />
      <ChoiceField label="Flip" bound={flip} options={flips} />
    </Section>
  );
}

const isFilmed = (item: Item): item is ItemOf<'video' | 'picture'> => item.type === 'video' || item.type === 'picture';

const edges = [
  { edge: 'left', label: 'Crop left', short: 'L' },
  { edge: 'right', label: 'Crop right', short: 'R' },
  { edge: 'top', label: 'Crop top', short: 'T' },
  { edge: 'bottom', label: 'Crop bottom', short: 'B' },
] as const;

/** The crop of videos and images. */
export function CropSection() {
  const filmed = useThose(isFilmed);
  const { moment } = useSubject();
  return (
    <Section
      title="Crop"
      isClosed
      aside={<ResetButton what="crop" those={filmed} toUsual={(items) => cropEdits(items, () => noCrop, moment())} />}
    >
      <Row name="Crop" label={<span class="prop-label">Left, right</span>}>
        {edges.slice(0, 2).map((one) => (
          <CropEdge key={one.edge} {...one} />
        ))}
      </Row>
      <Row name="Crop" label={<span class="prop-label">Top, bottom</span>}>
        {edges.slice(2).map((one) => (
          <CropEdge key={one.edge} {...one} />
        ))}
      </Row>
    </Section>
  );
}

function CropEdge({ edge, ...words }: (typeof edges)[number]) {
  const those = useThose(isFilmed);
  const { moment } = useSubject();
  const bound = useMemo((): Bound<number> => {
    const read = (crop: Crop | undefined): number => (crop ?? noCrop)[edge];
    return {
      value: computed(() => getCommonValue(those.items.value, ({ crop }) => read(crop))),
      toEdits: (change) => cropEdits(those.targets(), (crop) => cropAt(crop, edge, change(crop[edge])), moment()),
    };
  }, [those, edge]);
  return <SmallNumber {...words} bound={bound} notation={inPercent} initial={0} />;
}
