import type { ReadonlySignal } from '@preact/signals';
import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';

/** Rounds as the recipe does in its messages about edits. */
const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
/** The maximum covered share at any time above which the text is hard to read. */
const maxCovered = 0.4;

/**
 * The share of the letters that is behind the subject: minimum, average and maximum with their times. It reserves its space
 * before the first measurement, which takes seconds.
 */
export function Covered(props: {
  /** Undefined before the first measurement; null if the text cannot be measured. */
  measured: ReadonlySignal<TextPlacement | null | undefined>;
  /** Whether no measurement will arrive. */
  isLost: ReadonlySignal<boolean> | undefined;
  startSeconds: number;
  player: DraftPlayer;
}) {
  const { isLost, startSeconds, player } = props;
  const { value: measured } = props.measured;
  const seek = (atSeconds = 0): void => player.seek(startSeconds + atSeconds);
  return measured === null || (!measured && isLost?.value === true) ? null : (
    <section class="stack stack-tight" aria-label="Behind the subject">
      <p aria-live="polite" class="num covered-words">
        {measured ? toSentence(measured) : 'Measuring how much is behind the subject…'}
      </p>
      <div class="covered-bar" aria-hidden="true">
        {measured && <Range {...measured.coveredShare} />}
      </div>
      {measured && <Doubts measured={measured} />}
      <div class="row">
        <button type="button" class="button" disabled={!measured} onClick={() => seek(measured?.coveredAt.least)}>
          Least covered
        </button>
        <button type="button" class="button" disabled={!measured} onClick={() => seek(measured?.coveredAt.most)}>
          Most covered
        </button>
      </div>
    </section>
  );
}

function toSentence({ coveredShare }: TextPlacement): string {
  const [least, mean, most] = [coveredShare.least, coveredShare.mean, coveredShare.most].map(toPercent);
  return least === most
    ? `${mean} of the letters are behind the subject.`
    : `${least} to ${most} of the letters are behind the subject, ${mean} on average.`;
}

const Range = ({ least, mean, most }: TextPlacement['coveredShare']) => (
  <>
    <span class="covered-range" style={{ left: `${100 * least}%`, width: `${Math.max(1, 100 * (most - least))}%` }} />
    <span class="covered-mean" style={{ left: `${100 * mean}%` }} />
  </>
);

function Doubts({ measured }: { measured: TextPlacement }) {
  const { most } = measured.coveredShare;
  return (
    <>
      {most >= maxCovered && <p class="small covered-warn">Much of the text is hidden at times.</p>}
      {most < 0.005 && <p class="small covered-warn">The subject never covers the text here.</p>}
      {measured.doubtfulShare >= doubtfulFrom && (
        <p class="small covered-warn">The subject is partly transparent here. Another position may work better.</p>
      )}
      {measured.shownShare < 0.99 && (
        <p class="small covered-warn">{toPercent(1 - measured.shownShare)} of the text is outside the frame.</p>
      )}
    </>
  );
}
