import { toPercent, toTimecode } from '#ui/kit/format.ts';
import { select, toggle, type ReviewSession } from './review-session.ts';
import { resetTimes, type ShownCut } from './cut-draft.ts';
import { toWhat } from './cut-words.ts';

/** The selected cut: what it is, and what can be done with it. */
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
    <section class="tighten-card" aria-label="The selected cut">
      <p class="num">
        <strong>
          {index + 1} of {shown.length}
        </strong>{' '}
        {toTimecode(cut.startSeconds)} to {toTimecode(cut.endSeconds)} <span class="soft">{toLine(cut)}</span>
      </p>
      <div class="row">
        <button type="button" class="button" disabled={index === 0} onClick={() => go(index - 1)}>
          Before
        </button>
        <button type="button" class="button" disabled={index === shown.length - 1} onClick={() => go(index + 1)}>
          Next
        </button>
        <button type="button" class="button" onClick={() => player.playAcross(cut)}>
          Play across
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
            As proposed
          </button>
        )}
      </div>
    </section>
  );
}

const toLine = (cut: ShownCut): string =>
  [
    cut.isLeftWhole ? 'left whole: hardly anything would go' : `${toWhat(cut)}, ${toPercent(cut.confidence)} sure`,
    ...(cut.isMoved === true ? ['set by hand'] : []),
  ].join(', ');
