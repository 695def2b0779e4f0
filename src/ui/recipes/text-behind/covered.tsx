import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';
import type { DraftPlayer } from '../any/draft-player.ts';

/** Rounded as the recipe rounds what it says of edits. */
const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
/** So much may be covered at any time before the text is hard to read. */
const mostCovered = 0.4;

/** The share of the letters that is behind the subject: least, on average, most; and when. */
export function Covered(props: { measured: TextPlacement; startSeconds: number; player: DraftPlayer }) {
  const { measured, startSeconds, player } = props;
  const { least, mean, most } = measured.coveredShare;
  const sentence =
    toPercent(least) === toPercent(most)
      ? `${toPercent(mean)} of the letters are behind the subject`
      : `${toPercent(least)} to ${toPercent(most)} of the letters are behind the subject, ${toPercent(mean)} on average`;
  return (
    <section class="stack stack-tight" aria-label="Behind the subject">
      <p aria-live="polite" class="num">
        {sentence}.
      </p>
      <div class="covered-bar" aria-hidden="true">
        <span
          class="covered-range"
          style={{ left: `${100 * least}%`, width: `${Math.max(1, 100 * (most - least))}%` }}
        />
        <span class="covered-mean" style={{ left: `${100 * mean}%` }} />
      </div>
      {most >= mostCovered && <p class="small covered-warn">At some time much of the text is hidden.</p>}
      {most < 0.005 && <p class="small covered-warn">The subject never stands before the text here.</p>}
      {measured.doubtfulShare >= doubtfulFrom && (
        <p class="small covered-warn">The subject is half transparent here; another place may be better.</p>
      )}
      {measured.shownShare < 0.99 && (
        <p class="small covered-warn">{toPercent(1 - measured.shownShare)} of the letters lie outside the picture.</p>
      )}
      <div class="row">
        <button type="button" class="button" onClick={() => player.seek(startSeconds + measured.coveredAt.least)}>
          Least covered
        </button>
        <button type="button" class="button" onClick={() => player.seek(startSeconds + measured.coveredAt.most)}>
          Most covered
        </button>
      </div>
    </section>
  );
}
