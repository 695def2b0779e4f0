import { speedRange } from '#core/timeline/limits.ts';
import { isAudible } from '#core/timeline/schedule.ts';
import type { AudibleItem } from '#core/timeline/document.ts';
import { computed, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useMemo, useRef } from 'preact/hooks';
import { useEditor, type Editor } from '../../editor.ts';
import { useProperty, type Bound } from '../controls/bound.ts';
import { CheckField } from '../controls/check-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { ResetButton } from '../controls/reset-button.tsx';
import { Section } from '../controls/section.tsx';
import { useFrameRate, useThose, type Those } from '../subject.ts';
import { propertyEdits } from '../values/edits.ts';
import { getMainTrack } from '../../timeline/magnet.ts';
import { getCommonValue } from '../values/mixed.ts';
import { asTime, inUnit } from '../values/notation.ts';
import type { Change } from '../values/edits.ts';
import { listSpeedChoices, speedEdits, type SpeedFit } from '../values/speed.ts';

const inSpeed = inUnit('×', { digits: 2, step: 0.05, least: speedRange.min, most: speedRange.max });

/** Whether a change of speed moves later clips. The choice lasts until the page closes. */
const isMovingLater = signal(true);

/**
 * Returns how a change of speed moves later clips: ripple mode moves those of all tracks, the magnetic mode connected ones of a clip
 * of the main track.
 */
const getFit = (editor: Editor, items: readonly AudibleItem[]): SpeedFit => {
  const isMain = getMainTrack(editor)?.items.some(({ id }) => items.some((item) => item.id === id));
  return {
    fit: isMovingLater.value ? 'ripple' : 'keep',
    tracks: editor.view.isRippling.value ? 'all' : isMain ? 'connected' : 'this',
  };
};

/** Returns items with those of the main track first, because the first of linked items moves later clips. */
const mainFirst = (editor: Editor, items: readonly AudibleItem[]): readonly AudibleItem[] => {
  const ids = new Set(getMainTrack(editor)?.items.map(({ id }) => id));
  return items.toSorted((one, other) => Number(ids.has(other.id)) - Number(ids.has(one.id)));
};

/** The speed of the items, and the start time in their files. */
export function SpeedSection() {
  const editor = useEditor();
  const { document } = editor;
  const audible = useThose(isAudible);
  const keepsPitch = useProperty(
    audible,
    (item) => item.keepsPitch,
    (_, value) => ({ keepsPitch: value }),
  );
  const sourceStart = useMemo(
    (): Bound<number> => ({
      value: computed(() => getCommonValue(audible.items.value, (item) => item.sourceStartSeconds)),
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
            ...speedEdits(document.peek(), mainFirst(editor, items), () => 1, getFit(editor, items)),
            ...propertyEdits(items, () => ({ keepsPitch: true })),
          ]}
        />
      }
    >
      <SpeedField audible={audible} />
      <MoveLater />
      <CheckField label="Preserve pitch" bound={keepsPitch} />
      <NumberField label="Source in" bound={sourceStart} notation={inTime} initial={0} />
    </Section>
  );
}

/** The speed, with buttons that resolve a refusal for lack of space. */
function SpeedField({ audible }: { audible: Those<AudibleItem> }) {
  const editor = useEditor();
  const { document } = editor;
  const asked = useRef<Change<number>>((before) => before);
  const speed = useMemo(
    (): Bound<number> => ({
      value: computed(() => getCommonValue(audible.items.value, (item) => item.speed)),
      toEdits: (change) => {
        asked.current = change;
        return speedEdits(
          document.peek(),
          mainFirst(editor, audible.targets()),
          change,
          getFit(editor, audible.targets()),
        );
      },
    }),
    [audible],
  );
  const toButtons = (dismiss: () => void): VNode[] =>
    listSpeedChoices(document.peek(), audible.targets(), asked.current).map(({ label, edits }) => (
      <button
        key={label}
        type="button"
        class="button button-small"
        onClick={() => {
          dismiss();
          editor.apply(edits, 'Change speed');
        }}
      >
        {label}
      </button>
    ));
  return (
    <NumberField label="Speed" bound={speed} notation={inSpeed} initial={1} slider={speeds} remedies={toButtons} />
  );
}

/** Whether the gap after a faster clip closes, and a slower clip moves later ones. */
function MoveLater() {
  const id = useId();
  const { view } = useEditor();
  return (
    <div class="prop-check">
      <input
        type="checkbox"
        id={id}
        checked={isMovingLater.value}
        onChange={({ currentTarget }) => (isMovingLater.value = currentTarget.checked)}
      />
      <label for={id}>Move later clips{view.isRippling.value && ' on all tracks'}</label>
    </div>
  );
}

/** A quarter to four times, symmetric about 1. */
const speeds = {
  least: 0.25,
  most: 4,
  toShare: (speed: number): number => Math.log2(speed * 4) / 4,
  fromShare: (share: number): number => Number((2 ** (share * 4) / 4).toFixed(2)),
};
