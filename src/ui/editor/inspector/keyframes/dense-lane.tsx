import type { Item } from '#core/timeline/document.ts';
import { toCount } from '#ui/kit/format.ts';
import type { Keyframe } from './keyframes.ts';

/** A lane with too many keyframes for separate buttons, as a track of an object has: it draws the line of their values. */
export function DenseLane({ item, keyframes }: { item: Item; keyframes: readonly Keyframe[] }) {
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
