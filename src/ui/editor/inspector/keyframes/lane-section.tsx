import { useSignal, type Signal } from '@preact/signals';
import type { Item } from '#core/timeline/document.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { animatedProperties, type AnimatedName } from '#core/timeline/properties.ts';
import { useEditor } from '../../editor.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Section } from '../controls/section.tsx';
import { useFrameRate, useSubject } from '../subject.ts';
import { DenseLane } from './dense-lane.tsx';
import { EasingField } from './easing-field.tsx';
import { constantEdits, getKeyframes } from './keyframes.ts';
import { Lane, type Chosen } from './lane.tsx';
import { animatedNumbers } from './numbers.ts';

/** The max number of keyframes that the pointer can distinguish; a track of an object has more. */
const maxShown = 80;

/** The keyframes of the selected item over time, with a lane for each animated number. */
export function LaneSection() {
  const { items } = useSubject();
  const [item] = items.value;
  return item ? <Lanes key={item.id} item={item} /> : null;
}

function Lanes({ item }: { item: Item }) {
  const chosen = useSignal<Chosen | null>(null);
  const names = animatedProperties(item).flatMap(({ name, value }) => (typeof value === 'object' ? [name] : []));
  if (names.length === 0) {
    return (
      <Section title="Keyframes" isClosed>
        <p class="prop-note">
          This item has no keyframes. To animate a value, add a keyframe with the diamond next to it. Then change the
          value at another time.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Keyframes">
      <div class="lanes">
        {names.map((name) => (
          <LaneRow key={name} item={item} name={name} chosen={chosen} />
        ))}
        <Playhead item={item} />
      </div>
      <ChosenFields item={item} chosen={chosen} />
    </Section>
  );
}

function LaneRow({ item, name, chosen }: { item: Item; name: AnimatedName; chosen: Signal<Chosen | null> }) {
  const { apply } = useEditor();
  const { targets, moment } = useSubject();
  const { label } = animatedNumbers[name];
  const keyframes = getKeyframes(item, name);
  return (
    <div class="lane-row" role="group" aria-label={`Keyframes of ${label.toLowerCase()} over time`}>
      <span class="prop-label">{label}</span>
      {keyframes.length > maxShown ? (
        <DenseLane item={item} keyframes={keyframes} />
      ) : (
        <Lane item={item} name={name} keyframes={keyframes} chosen={chosen} />
      )}
      <IconButton
        label={`Remove all keyframes of ${label.toLowerCase()}`}
        path="M3 3l6 6M9 3l-6 6"
        onClick={() => apply(constantEdits(targets(), name, moment()), `Remove keyframes of ${label.toLowerCase()}`)}
      />
    </div>
  );
}

function Playhead({ item }: { item: Item }) {
  const { seconds } = useSubject();
  const share = (seconds.value - item.startSeconds) / item.durationSeconds;
  return share < 0 || share > 1 ? null : (
    <div class="lane-playhead" aria-hidden="true">
      <div style={{ insetInlineStart: `${share * 100}%` }} />
    </div>
  );
}

function ChosenFields({ item, chosen }: { item: Item; chosen: Signal<Chosen | null> }) {
  const { apply } = useEditor();
  const frameRate = useFrameRate();
  const { value } = chosen;
  const keyframe =
    value && getKeyframes(item, value.name).find((one) => isSameTime(one.atSeconds, value.atSeconds, frameRate));
  if (!value || !keyframe) {
    return (
      <p class="prop-note">
        Select a keyframe to change its easing. Drag it, or press Alt and an arrow key, to move it.
      </p>
    );
  }
  return (
    <EasingField
      value={keyframe.easing}
      onChoose={(easing) =>
        apply(
          [
            {
              type: 'set-keyframe',
              itemId: item.id,
              property: value.name,
              atSeconds: keyframe.atSeconds,
              value: keyframe.value,
              easing,
            },
          ],
          'Change easing',
        )
      }
    />
  );
}
