import type { Change } from './list-changes.ts';
import type { LabControl } from './scenario-card.tsx';

/** The changes that are active, each with a button that undoes it. */
export function ActiveChanges({ isBusy, apply, changes }: LabControl & { changes: readonly Change[] }) {
  const undoAll = async (): Promise<void> => {
    for (const { undo } of changes) {
      await undo();
    }
  };
  return (
    <section class="card stack stack-tight" aria-labelledby="active">
      <div class="row row-apart">
        <h2 id="active">Active changes</h2>
        {changes.length > 1 && (
          <button type="button" class="button button-small" disabled={isBusy} onClick={() => apply(undoAll)}>
            Undo all
          </button>
        )}
      </div>
      {changes.length === 0 ? (
        <p class="soft">None. The API behaves as usual.</p>
      ) : (
        <ul class="rows">
          {changes.map(({ id, words, undoLabel, undo }) => (
            <li key={id} class="row row-apart">
              <span class="chip chip-warn lab-change">{words}</span>
              <button
                type="button"
                class="button button-small"
                disabled={isBusy}
                aria-label={`${undoLabel}: ${words}`}
                onClick={() => apply(undo)}
              >
                {undoLabel}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
