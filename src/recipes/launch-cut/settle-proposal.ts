import { fillSlot, findKnown, isSameSpan } from './fit-shot.ts';
import type { LaunchProposal, Shot, Slot } from './proposal.ts';
import { refuse } from './refuse.ts';
import { settlePlaces } from './settle-slots.ts';

/** The tolerance for the ends of takes, about a frame. */
const toleranceSeconds = 0.05;

/**
 * Completes an edited proposal. Slots may be swapped: the shots move, the beats stay. A cut may be moved to another beat. A shot
 * may be swapped with an alternate, or be any span of the takes that the proposal names. Everything else is recomputed.
 */
export function settleProposal(sent: LaunchProposal, proposed: LaunchProposal): LaunchProposal {
  requireSameSlots(sent, proposed);
  const slots = settlePlaces(sent, proposed).map((place, index): Slot => {
    const moved = sent.slots[index] ?? requireSlot(proposed, index);
    const known = proposed.slots.find(({ id }) => id === moved.id) ?? requireSlot(proposed, index);
    const shot = settleShot(moved.shot, known, place.durationSeconds, proposed, `proposal.slots.${index}.shot`);
    const isSwapped = !isSameSpan(moved.shot, known.shot);
    const text = moved.text?.trim();
    return {
      id: moved.id,
      ...place,
      shot,
      // A replaced shot becomes an alternate, so that it can be restored.
      alternates: isSwapped
        ? [known.shot, ...known.alternates.filter((one) => !isSameSpan(one, moved.shot))].slice(0, 8)
        : known.alternates,
      ...(text ? { text } : {}),
      isLocked: moved.isLocked,
    };
  });
  return { ...proposed, slots };
}

function requireSlot({ slots }: LaunchProposal, index: number): Slot {
  const slot = slots[index];
  if (!slot) {
    throw new TypeError(`There is no slot ${index}.`);
  }
  return slot;
}

/** Requires each slot once, and the end card last, because its layout differs from the rest. */
function requireSameSlots(sent: LaunchProposal, proposed: LaunchProposal): void {
  const known = new Set(proposed.slots.map(({ id }) => id));
  sent.slots.forEach(({ id }, index) => {
    const isRepeated = sent.slots.findIndex((one) => one.id === id) !== index;
    if (!known.has(id) || isRepeated) {
      refuse(`proposal.slots.${index}.id`, isRepeated ? `"${id}" is repeated` : `no slot has the id "${id}"`);
    }
  });
  if (sent.slots.length !== proposed.slots.length) {
    refuse(
      'proposal.slots',
      `must contain each of the ${proposed.slots.length} slots; to drop a shot, replace it by another one`,
    );
  }
  const [last, end] = [sent.slots.at(-1), proposed.slots.at(-1)];
  if (end?.role === 'end' && last?.id !== end.id) {
    refuse(`proposal.slots.${sent.slots.findIndex(({ id }) => id === end.id)}.id`, 'the end card must be last');
  }
}

/** Returns the span that fills its slot: a known shot within the limits of its take, another one from its sent start. */
function settleShot(sent: Shot, slot: Slot, durationSeconds: number, proposed: LaunchProposal, path: string): Shot {
  const take = proposed.takes.find(({ material }) => material === sent.material);
  if (!take) {
    const names = proposed.takes.map(({ material }) => material).join(', ');
    return refuse(`${path}.material`, `must be one of the takes: ${names}`);
  }
  if (take.kind === 'video' && sent.endSeconds - sent.startSeconds <= 0) {
    refuse(`${path}.endSeconds`, 'must be after startSeconds');
  }
  const known = findKnown(sent, slot, proposed);
  const latest = round(take.durationSeconds - durationSeconds);
  if (!known && take.kind === 'video' && latest >= 0 && sent.startSeconds > latest + toleranceSeconds) {
    refuse(
      `${path}.startSeconds`,
      `must be at most ${latest}, because the slot lasts ${round(durationSeconds)} s and the take ends at ${round(take.durationSeconds)} s`,
    );
  }
  return (
    fillSlot(sent, known, durationSeconds, take) ??
    refuse(
      `${path}.material`,
      `the take lasts ${round(take.durationSeconds)} s, too short for a slot of ${round(durationSeconds)} s even at half its speed; use another shot`,
    )
  );
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
