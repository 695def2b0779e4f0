import { isAudible } from '#core/timeline/schedule.ts';
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useEditor } from '../../editor.ts';
import { rippleOf } from '../../timeline/clip-actions.ts';
import { useProperty, type Bound } from '../controls/bound.ts';
import { CheckField } from '../controls/check-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { ResetButton } from '../controls/reset-button.tsx';
import { Section } from '../controls/section.tsx';
import { useFrameRate, useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { sameOf } from '../values/mixed.ts';
import { asTime, inUnit } from '../values/notation.ts';
import { speedEdits } from '../values/speed.ts';

const inSpeed = inUnit('×', { digits: 2, step: 0.05, least: 0.05, most: 20 });

/** How fast the items play, and from where in their files. */
export function SpeedSection() {
  const editor = useEditor();
  const { document } = editor;
  const audible = useThose(isAudible);
  const keepsPitch = useProperty(
    audible,
    (item) => item.keepsPitch,
    (_, value) => ({ keepsPitch: value }),
  );
  const speed = useMemo(
    (): Bound<number> => ({
      value: computed(() => sameOf(audible.items.value, (item) => item.speed)),
      toEdits: (change) => speedEdits(document.peek(), audible.targets(), change, rippleOf(editor)),
    }),
    [audible],
  );
  const sourceStart = useMemo(
    (): Bound<number> => ({
      value: computed(() => sameOf(audible.items.value, (item) => item.sourceStartSeconds)),
      toEdits: (change) =>
        audible.targets().flatMap(({ id, sourceStartSeconds }) => {
          const next = Math.max(0, change(sourceStartSeconds));
          return next === sourceStartSeconds ? [] : [{ type: 'slip', itemId: id, sourceStartSeconds: next }];
        }),
    }),
    [audible],
  );
  const frameRate = useFrameRate();
  const inTime = useMemo(() => asTime(frameRate), [frameRate]);
  return (
    <Section
      title="Speed and source"
      aside={
        <ResetButton
          what="speed"
          those={audible}
          toUsual={(items) => [
            ...speedEdits(document.peek(), items, () => 1, rippleOf(editor)),
            ...propertyEdits(items, () => ({ keepsPitch: true })),
          ]}
        />
      }
    >
      <NumberField label="Speed" bound={speed} notation={inSpeed} initial={1} slider={speeds} />
      <CheckField label="Keep the pitch" bound={keepsPitch} />
      <NumberField label="Source from" bound={sourceStart} notation={inTime} initial={0} />
    </Section>
  );
}

/** A quarter to four times, as far to the left as to the right. */
const speeds = {
  least: 0.25,
  most: 4,
  toShare: (speed: number): number => Math.log2(speed * 4) / 4,
  fromShare: (share: number): number => Number((2 ** (share * 4) / 4).toFixed(2)),
};
