import { useId } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { toCount, toPercent, toTimecode } from '#ui/kit/format.ts';
import { Segments } from '#ui/kit/parts/segments.tsx';
import type { ReviewSession } from './review-session.ts';
import { accept, keepOfPauses, getKeptCount, getRemoved } from './cut-draft.ts';
import { getFilters, isPassing } from './cut-filter.ts';
import { toSeconds } from './cut-words.ts';
import { toResultSeconds } from './cut-time.ts';

/** The total effect of the cuts, and the actions on many of them at once. */
export function CutSummary({ session }: { session: ReviewSession }) {
  const { list, shown } = session;
  const removed = getRemoved(shown);
  const after = toResultSeconds(removed, list.beforeSeconds);
  const saved = list.beforeSeconds - after;
  return (
    <div class="tighten-summary stack">
      <dl class="tighten-lengths num">
        <div>
          <dt>Before</dt>
          <dd>{toTimecode(list.beforeSeconds)}</dd>
        </div>
        <div>
          <dt>After</dt>
          <dd class="tighten-after">{toTimecode(after)}</dd>
        </div>
        <div>
          <dt>Saved</dt>
          <dd>
            {saved.toFixed(1)} s <span class="soft">{toPercent(saved / list.beforeSeconds)}</span>
          </dd>
        </div>
      </dl>
      <KeptPause session={session} />
      <Choices session={session} />
      <p class="soft small num">
        {removed.length} of {toCount(shown.length, 'pause')} cut
      </p>
    </div>
  );
}

/** The kept duration of every pause. The result is computed immediately by the rules of the recipe. */
function KeptPause({ session: { draft, rules } }: { session: ReviewSession }) {
  const id = useId();
  const kept = getKeptCount(draft.value.parameters);
  const padding = draft.value.parameters['paddingSeconds'];
  const least = 2 * (typeof padding === 'number' ? padding : 0);
  return (
    <div class="field">
      <div class="row row-apart">
        <label class="field-label" for={id}>
          Kept pause
        </label>
        <output class="num" for={id}>
          {toSeconds(kept)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={least}
        max={Math.max(1.5, rules.stays)}
        step={0.02}
        value={kept}
        aria-valuetext={toSeconds(kept)}
        aria-describedby={`${id}-hint`}
        onInput={(event) => draft.change(keepOfPauses(draft.value, event.currentTarget.valueAsNumber), 'kept-pause')}
      />
      <p id={`${id}-hint`} class="field-hint">
        Applies to every pause that you have not edited.
      </p>
    </div>
  );
}

/** The reasons as filters, and the actions on all cuts that match. */
function Choices({ session }: { session: ReviewSession }) {
  const { shown, draft, filter } = session;
  const filters = getFilters(shown);
  const passing = shown.filter((cut) => isPassing(filter.value, cut));
  const setAll = (isAccepted: boolean): void => {
    draft.change(accept(draft.value, new Set(passing.map(({ id }) => id)), isAccepted));
    announce(`${toCount(passing.length, 'pause')} ${isAccepted ? 'cut' : 'restored'}.`);
  };
  return (
    <div class="row">
      {filters.length > 1 && (
        <Segments
          label="Reason"
          isLabelHidden
          value={filter.value}
          options={filters}
          onChoose={(next) => (filter.value = next)}
        />
      )}
      <button type="button" class="button" onClick={() => setAll(true)}>
        Cut {filter.value === 'all' ? 'all' : 'these'}
      </button>
      <button type="button" class="button" onClick={() => setAll(false)}>
        Restore {filter.value === 'all' ? 'all' : 'these'}
      </button>
    </div>
  );
}
