import type { ReadonlySignal } from '@preact/signals';
import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';

/** Rounded as the recipe rounds what it says of edits. */
const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
/** So much may be covered at any time before the text is hard to read. */
const maxCovered = 0.4;

/**
 * The share of the letters that is behind the subject: least, on average, most; and when. Before the first measure, which takes
 * seconds, it has the room that it will need.
 */
export function Covered(props: {
  /** Undefined before the first measure, null of what cannot be measured. */
  measured: ReadonlySignal<TextPlacement | null | undefined>;
  /** Whether no measure will come. */
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
        {measured ? toSentence(measured) : 'What is behind the subject is being measured.'}
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
      {most >= maxCovered && <p class="small covered-warn">At some time much of the text is hidden.</p>}
      {most < 0.005 && <p class="small covered-warn">The subject never stands before the text here.</p>}
      {measured.doubtfulShare >= doubtfulFrom && (
        <p class="small covered-warn">The subject is half transparent here; another place may be better.</p>
      )}
      {measured.shownShare < 0.99 && (
        <p class="small covered-warn">{toPercent(1 - measured.shownShare)} of the letters lie outside the picture.</p>
      )}
    </>
  );
}
