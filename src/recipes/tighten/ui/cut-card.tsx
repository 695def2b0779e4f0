import { toPercent, toTimecode } from '#ui/kit/format.ts';
import { select, toggle, type ReviewSession } from './review-session.ts';
import { resetTimes, type ShownCut } from './cut-draft.ts';
import { toWhat } from './cut-words.ts';

/** The selected cut: its description, and its actions. */
export function CutCard({ session }: { session: ReviewSession }) {
  const { shown, selected, player, draft, list } = session;
  const found = shown.findIndex(({ id }) => id === selected.value);
  const index = Math.max(0, found);
  const cut = shown[index];
  if (!cut) {
    return null;
  }
  const go = (to: number): void => {
    const next = shown[to];
    if (next) {
      select(session, next);
    }
  };
  return (
    <section class="tighten-card" aria-label="Selected cut">
      <p class="num">
        <strong>
          {index + 1} of {shown.length}
        </strong>{' '}
        {toTimecode(cut.startSeconds)} to {toTimecode(cut.endSeconds)} <span class="soft">{toLine(cut)}</span>
      </p>
      <div class="row">
        <button type="button" class="button" disabled={index === 0} onClick={() => go(index - 1)}>
          Previous
        </button>
        <button type="button" class="button" disabled={index === shown.length - 1} onClick={() => go(index + 1)}>
          Next
        </button>
        <button type="button" class="button" onClick={() => player.playAcross(cut)}>
          Preview cut
        </button>
        <button type="button" class="button" disabled={cut.isLeftWhole} onClick={() => toggle(session, cut)}>
          {cut.isAccepted ? 'Restore' : 'Cut'}
        </button>
        {cut.isMoved === true && (
          <button
            type="button"
            class="button button-quiet"
            onClick={() => draft.change(resetTimes(draft.value, cut.id, list))}
          >
            Reset times
          </button>
        )}
      </div>
    </section>
  );
}

const toLine = (cut: ShownCut): string =>
  [
    cut.isLeftWhole
      ? 'kept in full: almost nothing would be cut'
      : `${toWhat(cut)}, ${toPercent(cut.confidence)} confidence`,
    ...(cut.isMoved === true ? ['edited'] : []),
  ].join(', ');
