import { useSignal } from '@preact/signals';
import { toTimecode } from '#ui/kit/format.ts';
import type { ReviewSession } from './review-session.ts';
import { beatsFor, moveCut, stepCut } from './map-edits.ts';

/** A handle at the cut between two shots: dragged from beat to beat, or moved with the arrow keys. */
export function CutGrip({ session, index, length }: { session: ReviewSession; index: number; length: number }) {
  const { map, change } = session;
  const tried = useSignal<number | null>(null);
  const slot = map.slots[index];
  const beats = beatsFor(map, index);
  if (!slot || beats.length < 2) {
    return null;
  }
  const seconds = tried.value ?? slot.startSeconds;
  const commit = (moved: typeof map): void =>
    change(moved, `Cut at ${toTimecode(moved.slots[index]?.startSeconds ?? 0)}.`, `cut ${slot.id}`);
  return (
    <div
      class="launch-grip"
      role="slider"
      tabIndex={0}
      aria-label={`Cut before shot ${index + 1}`}
      aria-orientation="horizontal"
      aria-valuemin={beats[0] ?? 0}
      aria-valuemax={beats.at(-1) ?? 0}
      aria-valuenow={seconds}
      aria-valuetext={toTimecode(seconds)}
      style={{ insetInlineStart: `${(100 * seconds) / length}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        if (box && event.currentTarget.hasPointerCapture(event.pointerId)) {
          const at = ((event.clientX - box.left) / box.width) * length;
          tried.value = moveCut(map, index, at).slots[index]?.startSeconds ?? null;
        }
      }}
      onPointerUp={() => {
        const to = tried.value;
        tried.value = null;
        if (to !== null) {
          commit(moveCut(map, index, to));
        }
      }}
      onPointerCancel={() => (tried.value = null)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (by !== 0) {
          event.preventDefault();
          commit(stepCut(map, index, by));
        }
      }}
    />
  );
}
