import type { Slot } from '../proposal.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { findMaterialName } from '#ui/pages/materials/materials.ts';
import { getSpeed } from './map-edits.ts';

export const roleNames: Readonly<Record<Slot['role'], string>> = {
  hook: 'Hook',
  tease: 'Tease',
  reveal: 'Reveal',
  feature: 'Feature',
  end: 'End card',
};

/** Returns the accessible name of a slot. */
export const toSlotName = (slot: Slot, index: number, count: number): string =>
  [
    `Shot ${index + 1} of ${count}`,
    // The same text as on the tile.
    [roleNames[slot.role], ...(slot.text === undefined ? [] : [slot.text])].join(' '),
    `from ${toTimecode(slot.startSeconds)}`,
    `${slot.durationSeconds.toFixed(1)} s`,
    ...(slot.isLocked ? ['locked'] : []),
  ].join(', ');

/** Describes the source of a shot: `reel.mp4, 0:03.20 to 0:05.10, at 80 % speed`. */
export function toSource(slot: Slot): string {
  const { shot } = slot;
  const speed = getSpeed(slot);
  return [
    findMaterialName(shot.material) ?? 'A take',
    `${toTimecode(shot.startSeconds)} to ${toTimecode(shot.endSeconds)}`,
    ...(speed < 0.99 ? [`at ${Math.round(100 * speed)} % speed`] : []),
  ].join(', ');
}
