import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { filmDocument } from '../document.ts';
import { fillSlot, findKnown, isSameSpan } from '../fit-shot.ts';
import type { LaunchProposal } from '../proposal.ts';
import { getTitleId } from '../words.ts';
import type { Size } from '#core/lib/size.ts';
import { getFilmDuration } from './map-edits.ts';

/** A take as a page knows it: the id of its file, and its size if the file still exists. */
export type KnownTake = Partial<Size> & { readonly material: string; readonly assetId: string };

type Made = {
  /** The original proposal, and the film that it describes. */
  readonly proposal: LaunchProposal;
  readonly document: TimelineDocument;
  readonly keepsSpeech: boolean;
  /** The audio track of the takes; absent for the default one of each. */
  readonly audioTrack?: number | undefined;
};

/**
 * Returns an edited shot map with its shots fitted into their slots, as the recipe would accept it. A map that cannot be fitted
 * stays unchanged. The facts about takes and music are those of the proposal, even if its JSON was edited.
 */
export function toTaken(edited: LaunchProposal, proposed: LaunchProposal): LaunchProposal {
  const slots = edited.slots.map((slot) => {
    const own = proposed.slots.find(({ id }) => id === slot.id);
    const take = proposed.takes.find(({ material }) => material === slot.shot.material);
    const shot = own && take && fillSlot(slot.shot, findKnown(slot.shot, own, proposed), slot.durationSeconds, take);
    return shot ? { ...slot, shot } : slot;
  });
  return { ...proposed, slots };
}

/**
 * Builds the film of an edited shot map by the recipe's own rules. Only the engine can find subjects in images, so unchanged
 * shots keep the path on which they are framed. Other shots are shown from their middle, within their borders.
 */
export function draftFilm(made: Made, edited: LaunchProposal, takes: readonly KnownTake[]): TimelineDocument {
  const { document, keepsSpeech, audioTrack } = made;
  const getItems = (id: string): readonly Item[] => document.tracks.find((track) => track.id === id)?.items ?? [];
  const film = filmDocument({
    title: document.title,
    canvas: document,
    frameRate: document.frameRate,
    lengthSeconds: getFilmDuration(edited),
    proposal: edited,
    takes: edited.takes.flatMap(({ material, kind, durationSeconds, inside }) => {
      const take = takes.find((one) => one.material === material);
      const { width = document.width, height = document.height } = take ?? {};
      const footage = { kind, width, height, durationSeconds, inside, hasSound: true, shots: [], samples: [] };
      return take ? [{ material, assetId: take.assetId, footage }] : [];
    }),
    music: { assetId: '', passages: [] },
    levels: { music: 1, speech: 1 },
    logo: getLogo(getItems('logo')),
    keepsSpeech,
    audioTrack,
  });
  const tracks = film.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => settled(item, made, edited, getItems(track.id))),
  }));
  return { ...film, tracks: [...tracks, ...document.tracks.filter(({ id }) => id === 'music')] };
}

/** Copies the framing of a slot's shot and the position of its title if at most their position in the film has changed. */
function settled(item: Item, { proposal }: Made, edited: LaunchProposal, items: readonly Item[]): Item {
  const isOf = ({ id }: { readonly id: string }): boolean => item.id === id || item.id === getTitleId(id);
  const before = proposal.slots.find(isOf);
  const now = edited.slots.find(isOf);
  const shown = items.find(({ id }) => id === item.id);
  const isSame = before && now && before.role === now.role && isSameSpan(before.shot, now.shot);
  if (!isSame || !shown || !('x' in shown) || !('x' in item)) {
    return item;
  }
  return item.type === 'text'
    ? { ...item, y: shown.y, height: shown.height }
    : { ...item, x: shown.x, y: shown.y, width: shown.width, height: shown.height };
}

function getLogo([item]: readonly Item[]): (Size & { readonly assetId: string }) | null {
  return item?.type === 'picture' && typeof item.width === 'number' && typeof item.height === 'number'
    ? { assetId: item.assetId, width: item.width, height: item.height }
    : null;
}
