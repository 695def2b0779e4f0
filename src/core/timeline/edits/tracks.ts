import * as z from 'zod';
import type { Item, Track } from '../document.ts';
import { documentLimits } from '../limits.ts';
import { uniqueId } from '../unique-id.ts';
import { changeTracks, findTrack, refusal, requireTrack } from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { id } from './fields.ts';

const name = z.string().max(documentLimits.nameLength);
const index = z.int().min(0).max(documentLimits.tracks).describe('Index from the bottom, starting at 0.');

export const addTrack = defineEdit('add-track', {
  does: 'Adds an empty track, on top or at an index.',
  fields: {
    track: z.strictObject({ id: id.optional(), name, kind: z.enum(['visual', 'sound']) }),
    index: index.optional(),
  },
  blames: 'track',
  apply: (document, { track, index: at = document.tracks.length }) => {
    const added: Track = {
      ...track,
      id: track.id ?? uniqueId('track'),
      items: [],
      isHidden: false,
      isMuted: false,
      isLocked: false,
    };
    return { ...document, tracks: document.tracks.toSpliced(at, 0, added) };
  },
});

export const removeTrack = defineEdit('remove-track', {
  does: 'Removes a track with all its items; audio that ducked under it no longer ducks.',
  fields: { trackId: id },
  blames: 'trackId',
  apply: (document, { trackId }) => {
    const removed = requireTrack(document, trackId);
    const locked = removed.items.find(({ isLocked }) => isLocked);
    if (locked) {
      throw refusal('trackId', `its item "${locked.id}" is locked; set its isLocked to false first`);
    }
    const ducks = (item: Item): boolean => 'ducksUnder' in item && item.ducksUnder === trackId;
    const rest = { ...document, tracks: document.tracks.filter((track) => track !== removed) };
    return changeTracks(rest, (track) =>
      track.items.some(ducks)
        ? { ...track, items: track.items.map((item) => (ducks(item) ? withoutDucking(item) : item)) }
        : track,
    );
  },
});

function withoutDucking(item: Item): Item {
  const copy = { ...item };
  if ('ducksUnder' in copy) {
    delete copy.ducksUnder;
  }
  return copy;
}

export const moveTrack = defineEdit('move-track', {
  does: 'Moves a track to an index: higher tracks cover lower ones.',
  fields: { trackId: id, index },
  blames: 'index',
  apply: (document, { trackId, index: at }) => {
    const moved = findTrack(document, trackId);
    const others = document.tracks.filter((track) => track !== moved);
    return { ...document, tracks: others.toSpliced(at, 0, moved) };
  },
});

export const setTrack = defineEdit('set-track', {
  does: 'Renames, hides, mutes or locks a track, even a locked one.',
  fields: {
    trackId: id,
    name: name.optional(),
    isHidden: z.boolean().optional(),
    isMuted: z.boolean().optional(),
    isLocked: z.boolean().optional(),
  },
  blames: 'trackId',
  apply: (document, { trackId, ...changes }) => {
    const changed = findTrack(document, trackId);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return changeTracks(document, (track) => (track === changed ? { ...track, ...given } : track));
  },
});
