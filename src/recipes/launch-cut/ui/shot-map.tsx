import { focusRendered } from '#ui/kit/focus-rendered.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Lane, WholeLength } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { CutGrip } from './cut-grip.tsx';
import { select, type ReviewSession } from './review-session.ts';
import { getFilmDuration, moveShot, setLocked, stepCut, swapShot } from './map-edits.ts';
import { SlotTile } from './slot-tile.tsx';

/** The beats of a film, and its shots on them. */
export function ShotMap({ session }: { session: ReviewSession }) {
  const { map, timeline } = session;
  const length = getFilmDuration(map);
  return (
    <>
      <Lane name="Beats">
        <WholeLength timeline={timeline}>
          <Beats session={session} length={length} />
          {map.slots.slice(1).map((slot, at) => (
            <CutGrip key={slot.id} session={session} index={at + 1} length={length} />
          ))}
        </WholeLength>
      </Lane>
      <Lane name="Shots">
        <WholeLength timeline={timeline}>
          <ol
            class="launch-slots"
            aria-label="Shots"
            aria-describedby="launch-keys"
            style={{
              gridTemplateColumns: map.slots.map(({ durationSeconds }) => `minmax(0, ${durationSeconds}fr)`).join(' '),
            }}
            onKeyDown={(event) => act(event, session)}
          >
            {map.slots.map((slot, index) => (
              <SlotTile key={slot.id} session={session} slot={slot} index={index} />
            ))}
          </ol>
        </WholeLength>
      </Lane>
      <p id="launch-keys" class="hidden-text">
        Arrow keys select a shot, and with Alt move it. Square brackets start it a beat earlier or later. 1 to 9 select
        an alternate, L locks the shot.
      </p>
    </>
  );
}

/** Handles the keys of the shot in focus. */
function act(event: KeyboardEvent, session: ReviewSession): void {
  const { map, selected, change } = session;
  const index = selected.value;
  const slot = map.slots[index];
  if (!slot || event.defaultPrevented || event.ctrlKey || event.metaKey) {
    return;
  }
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by !== 0 && event.altKey) {
    event.preventDefault();
    const moved = moveShot(map, index, index + by);
    if (moved !== map) {
      change(moved, `Moved to position ${index + by + 1}.`);
      focusSlot(session, index + by);
    }
  } else if (by !== 0) {
    event.preventDefault();
    focusSlot(session, index + by);
  } else if (event.key === '[' || event.key === ']') {
    const moved = stepCut(map, index, event.key === ']' ? 1 : -1);
    change(moved, `Starts at ${toTimecode(moved.slots[index]?.startSeconds ?? 0)}.`);
  } else if (event.key.toLowerCase() === 'l') {
    change(setLocked(map, index, !slot.isLocked), slot.isLocked ? 'Unlocked.' : 'Locked.');
  } else if (/^[1-9]$/.test(event.key)) {
    change(swapShot(map, index, Number(event.key) - 1), 'Swapped.');
  }
}

/** Focuses a slot after the next render, when its tile may be another element. */
function focusSlot(session: ReviewSession, index: number): void {
  if (session.map.slots[index]) {
    select(session, index);
    focusRendered(() => document.querySelector<HTMLElement>(`[data-slot="${index}"]`));
  }
}

/** A tick for each beat, and a mark at the drop of the music. */
function Beats({ session: { map }, length }: { session: ReviewSession; length: number }) {
  const toX = (seconds: number): string => ((1000 * seconds) / length).toFixed(2);
  return (
    <div class="launch-beats" aria-hidden="true">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none">
        <path d={map.beats.map((beat) => `M${toX(beat)} 4V10`).join('')} />
        <path class="launch-drop" d={`M${toX(map.dropSeconds)} 0V10`} />
      </svg>
      <span class="small" style={{ insetInlineStart: `${(100 * map.dropSeconds) / length}%` }}>
        Drop
      </span>
    </div>
  );
}
