import { Lane, WholeLength } from '#ui/reviews/any/timeline/review-timeline.tsx';
import type { Timeline } from '#ui/reviews/any/timeline/timeline.ts';
import { listStretches, type Sureness, type Track } from './track-path.ts';

const words: Readonly<Record<Sureness, string>> = { found: 'Found', uncertain: 'Uncertain', lost: 'Lost' };

/** The confidence of the track over time, with marks of the corrections. */
export function ConfidenceLane({ track, timeline }: { track: Track; timeline: Timeline }) {
  const share = (seconds: number): string => `${(100 * seconds) / timeline.durationSeconds}%`;
  return (
    <Lane name="Target">
      <WholeLength timeline={timeline}>
        <div class="track-lane">
          {listStretches(track).map(({ sureness, startSeconds, endSeconds }) => (
            <span
              key={startSeconds}
              class={`track-stretch track-${sureness}`}
              style={{ insetInlineStart: share(startSeconds), inlineSize: share(endSeconds - startSeconds) }}
            />
          ))}
          {track.corrections.map(({ atSeconds }) => (
            <span key={atSeconds} class="track-correction" style={{ insetInlineStart: share(atSeconds) }} />
          ))}
        </div>
      </WholeLength>
    </Lane>
  );
}

/** The meaning of the colors and marks of the lane. */
export function TrackLegend({ track }: { track: Track }) {
  const sures = listStretches(track).map(({ sureness }) => sureness);
  const shown = (['found', 'uncertain', 'lost'] as const).filter((one) => sures.includes(one));
  return (
    <p class="row small soft track-legend">
      {shown.map((sureness) => (
        <span key={sureness} class="track-legend-part">
          <span class={`track-key track-${sureness}`} />
          {words[sureness]}
        </span>
      ))}
      {track.corrections.length > 0 && (
        <span class="track-legend-part">
          <span class="track-key track-key-correction" />
          Corrected
        </span>
      )}
    </p>
  );
}
