import type { Item } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { fadeWithin } from '../../fade-within.ts';
import { useProperty } from '../controls/bound.ts';
import { NumberField } from '../controls/number-field.tsx';
import { ResetButton } from '../controls/reset-button.tsx';
import { Section } from '../controls/section.tsx';
import { useSubject, useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { inSeconds } from '../values/notation.ts';

type Fading = Extract<Item, { fadeInSeconds: number }>;
const isFading = (item: Item): item is Fading => 'fadeInSeconds' in item;

/** The fades of the items. */
export function FadeSection() {
  const subject = useSubject();
  const fading = useThose(isFading);
  const fadeIn = useProperty(
    fading,
    (item) => item.fadeInSeconds,
    (item, value) => ({ fadeInSeconds: fadeWithin(item, item.fadeOutSeconds, value) }),
  );
  const fadeOut = useProperty(
    fading,
    (item) => item.fadeOutSeconds,
    (item, value) => ({ fadeOutSeconds: fadeWithin(item, item.fadeInSeconds, value) }),
  );
  return (
    <Section title="Fades" aside={<ResetButton what="fades" those={subject} toUsual={toNoFades} />}>
      <NumberField label="Fade in" bound={fadeIn} notation={inSeconds} initial={0} slider={fades} />
      <NumberField label="Fade out" bound={fadeOut} notation={inSeconds} initial={0} slider={fades} />
    </Section>
  );
}

const toNoFades = (items: readonly Item[]): Edit[] =>
  propertyEdits(items, () => ({ fadeInSeconds: 0, fadeOutSeconds: 0 }));

const fades = { least: 0, most: 5 };
