import { useComputed } from '@preact/signals';
import type { Item, TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { getEnd, isVisual } from '#core/timeline/schedule.ts';
import { useEditor } from '../../editor.ts';
import { fadeWithin } from '../../fade-within.ts';
import { useProperty } from '../controls/bound.ts';
import { ChoiceField } from '../controls/choice-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { ResetButton } from '../controls/reset-button.tsx';
import { Section } from '../controls/section.tsx';
import { useSubject, useThose } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { inSeconds } from '../values/notation.ts';

type Fading = Extract<Item, { fadeInSeconds: number }>;
const isFading = (item: Item): item is Fading => 'fadeInSeconds' in item;

const shortest = (item: Item, seconds: number): number => Math.min(item.durationSeconds, seconds);

/** The fades and the transition of the items. */
export function FadeSection() {
  const subject = useSubject();
  const fading = useThose(isFading);
  const visual = useThose(isVisual);
  const isSeen = useComputed(() => visual.items.value.length > 0);
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
    <Section
      title="Fades and transition"
      aside={<ResetButton what="fades and transition" those={subject} toUsual={toNoFades} />}
    >
      <NumberField label="Fade in" bound={fadeIn} notation={inSeconds} initial={0} slider={fades} />
      <NumberField label="Fade out" bound={fadeOut} notation={inSeconds} initial={0} slider={fades} />
      {isSeen.value && <TransitionFields />}
    </Section>
  );
}

const toNoFades = (items: readonly Item[]): Edit[] =>
  propertyEdits(items, (item) => ({
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    ...(item.type !== 'sound' && { transition: null }),
  }));

const fades = { least: 0, most: 5 };

type Transition = NonNullable<VisualItem['transition']>;

const transitions: readonly { readonly value: Transition['type'] | 'none'; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'dissolve', label: 'Dissolve' },
  { value: 'wipe-left', label: 'Wipe left' },
  { value: 'wipe-right', label: 'Wipe right' },
  { value: 'slide-left', label: 'Slide left' },
  { value: 'slide-right', label: 'Slide right' },
];

/** The duration of a newly chosen transition, in seconds. */
const usualTransitionSeconds = 0.5;

function TransitionFields() {
  const { shown } = useEditor();
  const visual = useThose(isVisual);
  const type = useProperty<VisualItem, Transition['type'] | 'none'>(
    visual,
    (item) => item.transition?.type ?? 'none',
    (item, value) => ({
      transition:
        value === 'none'
          ? null
          : {
              type: value,
              durationSeconds: item.transition?.durationSeconds ?? shortest(item, usualTransitionSeconds),
            },
    }),
  );
  const length = useProperty(
    visual,
    (item) => item.transition?.durationSeconds ?? 0,
    (item, value) => ({
      transition: item.transition ? { ...item.transition, durationSeconds: shortest(item, value) } : null,
    }),
  );
  const hasAny = useComputed(() => visual.items.value.some(({ transition }) => transition));
  const isAlone = useComputed(
    () => hasAny.value && visual.items.value.every((item) => item.transition && !isFollower(shown.value, item)),
  );
  return (
    <>
      <ChoiceField label="Transition" bound={type} options={transitions} />
      {hasAny.value && (
        <NumberField label="Duration" bound={length} notation={inSeconds} slider={{ least: 0, most: 3 }} />
      )}
      {isAlone.value && <p class="prop-note">A transition needs a clip right before this one.</p>}
    </>
  );
}

/** Returns whether another item of the track ends where this one starts. */
const isFollower = ({ tracks, frameRate }: TimelineDocument, item: Item): boolean =>
  tracks.some(
    ({ items }) =>
      items.includes(item) &&
      items.some((other) => other !== item && isSameTime(getEnd(other), item.startSeconds, frameRate)),
  );
