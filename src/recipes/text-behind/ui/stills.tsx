import { toTimecode } from '#ui/kit/format.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import { Still } from '#ui/reviews/any/still.tsx';

const count = 6;

/** Frames across the window, to check the text at each of them. */
export function Stills(props: {
  material: string;
  window: { readonly startSeconds: number; readonly endSeconds: number };
  shape: number;
  player: DraftPlayer;
}) {
  const { material, window, shape, player } = props;
  const seconds = window.endSeconds - window.startSeconds;
  const times = Array.from(
    { length: count },
    (_, index) => Math.round(100 * (window.startSeconds + ((index + 0.5) * seconds) / count)) / 100,
  );
  const now = player.seconds.value;
  const nearest = times.reduce((best, one) => (Math.abs(one - now) < Math.abs(best - now) ? one : best), times[0] ?? 0);
  return (
    <ul class="stills" aria-label="Stills">
      {times.map((atSeconds) => (
        <li key={atSeconds}>
          <button
            type="button"
            class="still"
            aria-pressed={atSeconds === nearest}
            aria-label={`Show ${toTimecode(atSeconds)}`}
            onClick={() => player.seek(atSeconds)}
          >
            <Still material={material} atSeconds={atSeconds} widthPx={160} shape={shape} alt="" />
            <span class="num small soft">{toTimecode(atSeconds)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
