import { useSignal, type Signal } from '@preact/signals';
import type { Item } from '#core/timeline/document.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { animatedProperties, type AnimatedName } from '#core/timeline/properties.ts';
import { useEditor } from '../../editor.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Section } from '../controls/section.tsx';
import { useFrameRate, useSubject } from '../subject.ts';
import { EasingField } from './easing-field.tsx';
import { constantEdits, getKeyframes, type Keyframe } from './keyframes.ts';
import { Lane, type Chosen } from './lane.tsx';
import { animatedNumbers } from './numbers.ts';
import { toCount } from '#ui/kit/format.ts';

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

/** A lane with too many keyframes for separate buttons, as a track of an object has: it draws the line of their values. */
function DenseLane({ item, keyframes }: { item: Item; keyframes: readonly Keyframe[] }) {
  const values = keyframes.map(({ value }) => value);
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const every = Math.ceil(keyframes.length / 200);
  const points = keyframes
    .filter((_, index) => index % every === 0)
    .map(({ atSeconds, value }) => {
      const x = (atSeconds / item.durationSeconds) * 100;
      return `${x.toFixed(2)},${(22 - ((value - least) / span) * 20).toFixed(2)}`;
    });
  return (
    <div class="lane lane-dense">
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} vector-effect="non-scaling-stroke" />
      </svg>
      <span class="num">{toCount(keyframes.length, 'keyframe')}</span>
    </div>
  );
}
