import { minEndSeconds } from '../arc.ts';
import type { LaunchProposal, Slot } from '../proposal.ts';

/**
 * Edits of a shot map, each of which returns a new map. An edit that does not fit returns the same map. Times are seconds of
 * the film.
 */

/** Exchanges the shot of a slot with one of its alternates. */
export const swapShot = (map: LaunchProposal, index: number, alternate: number): LaunchProposal =>
  withSlot(map, index, (slot) => {
    const other = slot.alternates[alternate];
    return other ? { ...slot, shot: other, alternates: slot.alternates.toSpliced(alternate, 1, slot.shot) } : slot;
  });

export const setLocked = (map: LaunchProposal, index: number, isLocked: boolean): LaunchProposal =>
  withSlot(map, index, (slot) => ({ ...slot, isLocked }));

/** Returns the number of edited slots that a new proposal would replace. */
export const countUnkept = ({ slots }: LaunchProposal, proposed: LaunchProposal): number =>
  slots.filter((slot, index) => !slot.isLocked && toKey(slot) !== toKey(proposed.slots[index])).length;

/** Returns a key of the editable fields of a slot that does not depend on the order of its fields. */
const toKey = (slot: Slot | undefined): string =>
  JSON.stringify(slot && [slot.id, slot.startSeconds, slot.durationSeconds, slot.text, slot.shot]);

/** Sets the words over the shot, or removes them if the text is empty. */
export const setText = (map: LaunchProposal, index: number, text: string): LaunchProposal =>
  withSlot(map, index, ({ text: _before, ...slot }) => (text === '' ? slot : { ...slot, text }));

/** Moves the start of the shot in its take, early enough for the take to fill the slot. */
export const setShotStart = (map: LaunchProposal, index: number, startSeconds: number): LaunchProposal =>
  withSlot(map, index, (slot) => {
    const { durationSeconds: takeSeconds = 0 } =
      map.takes.find(({ material }) => material === slot.shot.material) ?? {};
    const start = Math.max(0, Math.min(startSeconds, takeSeconds - slot.durationSeconds));
    const end = Math.min(takeSeconds, start + slot.durationSeconds);
    return { ...slot, shot: { ...slot.shot, startSeconds: round(start), endSeconds: round(end) } };
  });

/**
 * Moves the content of a slot to the position of another, and shifts the slots between them. Beats, roles and words stay in
 * place; the end card stays last.
 */
export function moveShot(map: LaunchProposal, from: number, to: number): LaunchProposal {
  const { slots } = map;
  const moved = slots[from];
  if (!moved || !slots[to] || from === to || isEnd(moved) || isEnd(slots[to])) {
    return map;
  }
  const order = slots.toSpliced(from, 1).toSpliced(to, 0, moved);
  return { ...map, slots: order.map((slot, index) => placed(slot, slots[index] ?? slot)) };
}

/** Returns the content of a slot at another position. */
function placed({ text: _words, ...slot }: Slot, { role, startSeconds, durationSeconds, text }: Slot): Slot {
  return { ...slot, role, startSeconds, durationSeconds, ...(text === undefined ? {} : { text }) };
}

/** Returns the beats on which a slot may start; only its own if it cannot be moved. */
export function beatsFor({ slots, beats }: LaunchProposal, index: number): number[] {
  const [before, slot, behind] = [slots[index - 1], slots[index], slots[index + 1]];
  if (!slot || !before || slot.role === 'reveal') {
    return slot ? [slot.startSeconds] : [];
  }
  const last = behind ? behind.startSeconds : slot.startSeconds + slot.durationSeconds - minEndSeconds;
  const free = beats.filter(
    (beat) => beat > before.startSeconds + sameSeconds && beat < last + (behind ? -1 : 1) * sameSeconds,
  );
  return free.some((beat) => Math.abs(beat - slot.startSeconds) < sameSeconds)
    ? free
    : [...free, slot.startSeconds].toSorted((one, other) => one - other);
}

/** Moves the start of a slot to the beat nearest to a time. The previous slot ends there. */
export function moveCut(map: LaunchProposal, index: number, seconds: number): LaunchProposal {
  const { slots } = map;
  const slot = slots[index];
  const beats = beatsFor(map, index);
  if (!slot || beats.length === 0) {
    return map;
  }
  const at = beats.reduce((best, beat) => (Math.abs(beat - seconds) < Math.abs(best - seconds) ? beat : best));
  if (at === slot.startSeconds) {
    return map;
  }
  const end = slot.startSeconds + slot.durationSeconds;
  return {
    ...map,
    slots: slots.map((one, each) => {
      if (each === index) {
        return { ...one, startSeconds: at, durationSeconds: end - at };
      }
      return each === index - 1 ? { ...one, durationSeconds: at - one.startSeconds } : one;
    }),
  };
}

/** Moves the start of a slot one beat later or earlier. */
export function stepCut(map: LaunchProposal, index: number, by: 1 | -1): LaunchProposal {
  const now = map.slots[index]?.startSeconds ?? 0;
  const beats = beatsFor(map, index);
  const next =
    by > 0 ? beats.find((beat) => beat > now + sameSeconds) : beats.findLast((beat) => beat < now - sameSeconds);
  return next === undefined ? map : moveCut(map, index, next);
}

/** Returns the duration of the film. */
export const getFilmDuration = ({ slots }: LaunchProposal): number => {
  const last = slots.at(-1);
  return last ? last.startSeconds + last.durationSeconds : 0;
};

/** Returns the speed of a shot: 1 as recorded. */
export const getSpeed = ({ shot, durationSeconds }: Slot): number =>
  Math.min(1, (shot.endSeconds - shot.startSeconds) / durationSeconds);

export const isEnd = ({ role }: Slot): boolean => role === 'end';

const sameSeconds = 1e-3;
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const withSlot = (map: LaunchProposal, index: number, change: (slot: Slot) => Slot): LaunchProposal => ({
  ...map,
  slots: map.slots.map((slot, at) => (at === index ? change(slot) : slot)),
});
