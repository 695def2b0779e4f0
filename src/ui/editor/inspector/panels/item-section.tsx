import { computed, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Item } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { useProperty, type Bound } from '../controls/bound.ts';
import { NumberField } from '../controls/number-field.tsx';
import { Section } from '../controls/section.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useFrameRate, useSubject } from '../subject.ts';
import { durationEdits, moveEdits } from '../values/edits.ts';
import { getCommonValue } from '../values/mixed.ts';
import { asTime } from '../values/notation.ts';

/** The names and times of the items. */
export function ItemSection() {
  const subject = useSubject();
  const name = useProperty(
    subject,
    (item) => item.name,
    (_, value) => ({ name: value }),
  );
  const start = useTimes((item) => item.startSeconds, moveEdits);
  const duration = useTimes((item) => item.durationSeconds, durationEdits);
  const frameRate = useFrameRate();
  const inTime = useMemo(() => asTime(frameRate), [frameRate]);
  return (
    <Section title="Item">
      <TextField label="Name" bound={name} maxLength={documentLimits.nameLength} />
      <NumberField label="Start" bound={start} notation={inTime} />
      <NumberField label="Duration" bound={duration} notation={inTime} />
      <Role />
    </Section>
  );
}

function useTimes(
  read: (item: Item) => number,
  toEdits: (items: readonly Item[], change: (before: number) => number) => ReturnType<Bound<number>['toEdits']>,
): Bound<number> {
  const { items, targets } = useSubject();
  return useMemo(
    () => ({
      value: computed(() => getCommonValue(items.value, read)),
      toEdits: (change) => toEdits(targets(), change),
    }),
    [items],
  );
}

const roles: Readonly<Record<string, string>> = {
  source: 'the untouched source',
  'cut-out': 'the cutout',
  background: 'the background',
};

function Role() {
  const { items } = useSubject();
  const role = useComputed(() => getCommonValue(items.value, (item) => item.role)).value;
  return typeof role === 'string' ? <p class="prop-note">Role in its recipe: {roles[role] ?? `“${role}”`}.</p> : null;
}
