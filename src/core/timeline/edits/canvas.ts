import * as z from 'zod';
import { timelineDocument, type TimelineDocument } from '../document.ts';
import { documentLimits } from '../limits.ts';
import { refusal, snapped } from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { id, newId, time } from './fields.ts';
import { uniqueId } from '../unique-id.ts';

const label = z.string().max(documentLimits.nameLength);
const { title, width, height, frameRate, background } = timelineDocument.shape;

export const setCanvas = defineEdit('set-canvas', {
  does: 'Sets the title, size, frame rate or background of the canvas. Items keep their pixels and seconds.',
  fields: {
    title: title.optional(),
    width: width.optional(),
    height: height.optional(),
    frameRate: frameRate.optional(),
    background: background.optional(),
  },
  blames: 'frameRate',
  apply: (document, changes) => {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const changed = { ...document, ...given };
    // Items that overlap by less than half a frame may overlap by more of a shorter frame: every track is checked again.
    return changed.frameRate === document.frameRate
      ? changed
      : { ...changed, tracks: document.tracks.map((track) => ({ ...track })) };
  },
});

export const addMarker = defineEdit('add-marker', {
  does: 'Adds a marker at a time.',
  fields: { atSeconds: time, label, markerId: newId },
  blames: 'markerId',
  apply: (document, { atSeconds, label: text, markerId = uniqueId('marker') }) => ({
    ...document,
    markers: [...document.markers, { id: markerId, atSeconds: snapped(atSeconds, document), label: text }],
  }),
});

export const setMarker = defineEdit('set-marker', {
  does: 'Moves or renames a marker.',
  fields: { markerId: id, atSeconds: time.optional(), label: label.optional() },
  blames: 'markerId',
  apply: (document, { markerId, atSeconds, label: text }) =>
    changeMarker(document, markerId, (marker) => [
      {
        ...marker,
        ...(atSeconds !== undefined && { atSeconds: snapped(atSeconds, document) }),
        ...(text !== undefined && { label: text }),
      },
    ]),
});

export const removeMarker = defineEdit('remove-marker', {
  does: 'Removes a marker.',
  fields: { markerId: id },
  blames: 'markerId',
  apply: (document, { markerId }) => changeMarker(document, markerId, () => []),
});

type Marker = TimelineDocument['markers'][number];

function changeMarker(
  document: TimelineDocument,
  markerId: string,
  change: (marker: Marker) => readonly Marker[],
): TimelineDocument {
  if (!document.markers.some((marker) => marker.id === markerId)) {
    throw refusal('markerId', `no marker of the canvas has the id "${markerId}"`);
  }
  const markers = document.markers.flatMap((marker) => (marker.id === markerId ? change(marker) : [marker]));
  return { ...document, markers };
}
