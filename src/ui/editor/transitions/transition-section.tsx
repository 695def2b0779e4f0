import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { VisualItem } from '#core/timeline/document.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { toCount } from '#ui/kit/format.ts';
import { useEditor } from '../editor.ts';
import { useProperty } from '../inspector/controls/bound.ts';
import { useGesture } from '../inspector/controls/gesture.ts';
import { NumberField } from '../inspector/controls/number-field.tsx';
import { Section } from '../inspector/controls/section.tsx';
import { useThose } from '../inspector/subject.ts';
import { mixed } from '../inspector/values/mixed.ts';
import { inSeconds } from '../inspector/values/notation.ts';
import { playSpan } from '../stage/play-span.ts';
import { getAssetDuration } from '../timeline/asset-durations.ts';
import { getChosenId } from './chosen.ts';
import { findCutBefore, getCuts, transitionEdit } from './cuts.ts';
import { findProblem } from './problems.ts';
import { TransitionTiles, type TransitionChoice } from './transition-tiles.tsx';
import { getTransitionName } from './transition-types.ts';

/** The duration of a newly chosen transition, in seconds. */
const usualSeconds = 0.5;

/** The seconds that are played before and after a transition. */
const aroundSeconds = 0.6;

/** The transition of the items, below their other properties. */
export const TransitionSection = () => (
  <Section title="Transition">
    <TransitionFields />
  </Section>
);

/** The transition of the items: tiles with moving previews, the duration, and what keeps it from playing. */
export function TransitionFields() {
  const editor = useEditor();
  const visual = useThose(isVisual);
  const { type, seconds } = useTransition();
  const gesture = useGesture('Change transition');
  const play = usePlay();
  const hasAny = useComputed(() => visual.items.value.some(({ transition }) => transition)).value;
  const choose = (chosen: TransitionChoice): void => {
    gesture.show(type.toEdits(() => chosen));
    gesture.finish();
    play();
  };
  const isFocusWanted = getChosenId(editor) !== null && editor.view.transition.value?.isFocusWanted === true;
  const { value } = type.value;
  return (
    <>
      <TransitionTiles
        chosen={value === mixed ? null : value}
        choose={choose}
        cut={useCut(visual.items.value)}
        isFocusWanted={isFocusWanted}
      />
      {hasAny && (
        <>
          <NumberField
            label="Transition duration"
            short="Duration"
            bound={seconds}
            notation={inSeconds}
            slider={{ least: 0, most: 3 }}
          />
          <Problem items={visual.items.value} />
          <div class="row transition-actions">
            <button type="button" class="button" aria-label="Play transition" onClick={play}>
              Play
            </button>
            <ApplyToAll items={visual.items.value} />
          </div>
        </>
      )}
    </>
  );
}

/** Returns the kind and the duration of the transition of the items. */
function useTransition() {
  const visual = useThose(isVisual);
  const type = useProperty<VisualItem, TransitionChoice>(
    visual,
    (item) => item.transition?.type ?? 'none',
    (item, chosen) => ({
      transition: chosen === 'none' ? null : { type: chosen, durationSeconds: getSeconds(item) },
    }),
  );
  const seconds = useProperty(
    visual,
    (item) => item.transition?.durationSeconds ?? 0,
    (item, value) => ({
      transition: item.transition
        ? { ...item.transition, durationSeconds: Math.min(item.durationSeconds, value) }
        : null,
    }),
  );
  return { type, seconds };
}

const getSeconds = (item: VisualItem): number =>
  item.transition?.durationSeconds ?? Math.min(item.durationSeconds, usualSeconds);

/** Returns the cut of a single item, whose frames the previews show. */
function useCut(items: readonly VisualItem[]) {
  const { document } = useEditor();
  const [item, ...others] = items;
  return item && others.length === 0 ? findCutBefore(document.value, item.id) : null;
}

/** Returns a function that plays the transition of the first item on the stage. It stops when the panel is removed. */
function usePlay(): () => void {
  const editor = useEditor();
  const visual = useThose(isVisual);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  return () => {
    const [item] = visual.targets();
    stop.current();
    if (item?.transition) {
      const { startSeconds, transition } = item;
      stop.current = playSpan(editor, {
        startSeconds: Math.max(0, startSeconds - aroundSeconds),
        endSeconds: startSeconds + transition.durationSeconds + aroundSeconds,
        seenAtSeconds: startSeconds + transition.durationSeconds / 2,
      });
    }
  };
}

function Problem({ items }: { items: readonly VisualItem[] }) {
  const { shown } = useEditor();
  const problem = items.map((item) => findProblem(shown.value, item, getAssetDuration)).find((one) => one !== null);
  return problem === undefined ? null : <p class="transition-problem">{problem}</p>;
}

/** A button that gives all cuts of the track the transition of a single item. */
function ApplyToAll({ items }: { items: readonly VisualItem[] }) {
  const { document, apply } = useEditor();
  const [item, ...others] = items;
  const cut = item && others.length === 0 ? findCutBefore(document.value, item.id) : null;
  const transition = item?.transition;
  const targets =
    cut && getCuts(cut.track, document.value.frameRate).filter(({ after }) => !after.isLocked && after.id !== item?.id);
  if (!transition || !targets || targets.length === 0) {
    return null;
  }
  const give = (): void =>
    void apply(
      targets.map((one) => transitionEdit(one, transition.type, transition.durationSeconds)),
      `${getTransitionName(transition)} at all cuts`,
    );
  return (
    <button type="button" class="button" onClick={give} title={`${toCount(targets.length + 1, 'cut')} of this track`}>
      Apply to all cuts
    </button>
  );
}
