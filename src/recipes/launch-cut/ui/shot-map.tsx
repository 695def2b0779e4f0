import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { focusRendered } from '#ui/kit/focus-rendered.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { CutGrip } from './cut-grip.tsx';
import { select, type ReviewSession } from './review-session.ts';
import { getFilmDuration, moveShot, setLocked, stepCut, swapShot } from './map-edits.ts';
import { SlotTile } from './slot-tile.tsx';

/** The shots of a film over its beats. Scrolls if there is not enough room. */
export function ShotMap({ session }: { session: ReviewSession }) {
  const { map } = session;
  const length = getFilmDuration(map);
  const shortest = Math.min(...map.slots.map(({ durationSeconds }) => durationSeconds));
  return (
    // The keyboard must be able to reach a scrollable region.
    <div class="launch-map" tabIndex={0} role="group" aria-label="Shot map">
      <div class="launch-map-inside" style={{ minInlineSize: `${Math.ceil((44 * length) / shortest)}px` }}>
        <Beats session={session} length={length} />
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
        {map.slots.slice(1).map((slot, at) => (
          <CutGrip key={slot.id} session={session} index={at + 1} length={length} />
        ))}
        <Playhead session={session} length={length} />
      </div>
      <p id="launch-keys" class="hidden-text">
        Arrow keys select a shot, and with Alt move it. Square brackets start it a beat earlier or later. 1 to 9 select
        an alternate, L locks the shot.
      </p>
    </div>
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

/** The playhead. It updates itself, so that nothing else is rendered for it. */
function Playhead({ session: { player }, length }: { session: ReviewSession; length: number }) {
  const line = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const share = player.seconds.value / length;
    line.current?.style.setProperty('inset-inline-start', `${100 * share}%`);
  });
  return <div class="launch-playhead" ref={line} aria-hidden="true" />;
}
