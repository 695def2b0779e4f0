import type { Item, TimelineDocument } from '../document.ts';
import { isBefore, tidyTime } from '../frames.ts';
import { inOrder } from '../schedule.ts';
import { listConnected, placeInTurn } from './connected.ts';
import { findNearest, insertMoves, listTargets, type Move, type Target } from './insert-moves.ts';

/**
 * Returns moves for a canvas with a magnetic track. Items that are moved to or within that track are placed without gaps at the edit
 * point nearest to the first move, later items move back, and gaps that items leave on it close. Connected items of other tracks
 * move along. Moves that do not concern the track insert items if their places are occupied.
 */
export function toMagneticMoves(document: TimelineDocument, moves: readonly Move[], trackId: string): readonly Move[] {
  const targets = listTargets(document, moves);
  const lead = targets.find(({ item }) => item.id === moves[0]?.itemId);
  const isConcerned = ({ track, toTrackId }: Target): boolean => track.id === trackId || toTrackId === trackId;
  if (!lead || !targets.some(isConcerned)) {
    return insertMoves(document, moves, trackId);
  }
  const starts = placeOnTrack(document, targets, lead, trackId);
  const leadStart = starts.get(lead.item.id);
  const leadShift = leadStart === undefined ? null : leadStart - lead.item.startSeconds;
  const followers = listConnected(document, trackId).flatMap(({ item, carrier }): [string, number][] => {
    const start = starts.get(carrier.id);
    // A carrier that leaves the track has no start there.
    return start === undefined ? [] : [[item.id, Math.max(0, item.startSeconds + start - carrier.startSeconds)]];
  });
  const asked = targets.flatMap(({ item, startSeconds, toTrackId }): [string, number][] =>
    toTrackId === trackId
      ? []
      : [[item.id, leadShift === null ? startSeconds : Math.max(0, item.startSeconds + leadShift)]],
  );
  const others = new Map([...followers, ...asked]);
  return toMoves(
    document,
    targets,
    new Map([...placeOthers(document, targets, { trackId, starts: others }), ...starts]),
  );
}

/** Returns the starts of the items of the magnetic track after the moves, by their ids. */
function placeOnTrack(
  document: TimelineDocument,
  targets: readonly Target[],
  lead: Target,
  trackId: string,
): ReadonlyMap<string, number> {
  const { frameRate } = document;
  const items = inOrder(document.tracks.find(({ id }) => id === trackId)?.items ?? []);
  const moved = new Set(targets.map(({ item }) => item.id));
  let closedSeconds = 0;
  const staying: { readonly item: Item; readonly startSeconds: number }[] = [];
  for (const item of items) {
    if (moved.has(item.id)) {
      closedSeconds += item.durationSeconds;
    } else {
      staying.push({ item, startSeconds: tidyTime(item.startSeconds - closedSeconds, frameRate) });
    }
  }
  const incoming = targets
    .filter(({ toTrackId }) => toTrackId === trackId)
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
  const lengthSeconds = sumDurations(incoming);
  const before = incoming.includes(lead) ? sumDurations(incoming.slice(0, incoming.indexOf(lead))) : 0;
  const wanted = (incoming.includes(lead) ? lead : incoming[0])?.startSeconds ?? 0;
  const cuts = staying.flatMap(({ item, startSeconds }) => [startSeconds, startSeconds + item.durationSeconds]);
  const at = findNearest([0, ...cuts], wanted - before) ?? 0;
  const starts = new Map(
    staying.map(({ item, startSeconds }) => [
      item.id,
      tidyTime(isBefore(startSeconds, at, frameRate) ? startSeconds : startSeconds + lengthSeconds, frameRate),
    ]),
  );
  let next = at;
  for (const { item } of incoming) {
    starts.set(item.id, tidyTime(next, frameRate));
    next += item.durationSeconds;
  }
  return starts;
}

const sumDurations = (targets: readonly Target[]): number =>
  targets.reduce((sum, { item }) => sum + item.durationSeconds, 0);

/** Places the moved and connected items of the other tracks. Items in their way move back. */
function placeOthers(
  { tracks, frameRate }: TimelineDocument,
  targets: readonly Target[],
  { trackId, starts }: { readonly trackId: string; readonly starts: ReadonlyMap<string, number> },
): ReadonlyMap<string, number> {
  const moved = new Set(targets.map(({ item }) => item.id));
  const placed = tracks.flatMap((track) => {
    const added = targets.filter(({ toTrackId }) => toTrackId === track.id).map(({ item }) => item);
    const items = [...track.items.filter(({ id }) => !moved.has(id)), ...added];
    return track.id === trackId ? [] : placeInTurn(items, starts, frameRate, moved);
  });
  // The items of a new track, which does not exist yet, start where they are asked to.
  return new Map([...starts, ...placed.map(({ id, startSeconds }): [string, number] => [id, startSeconds])]);
}

/** Returns the moves of the given items, and of the others that change. */
function toMoves(
  { tracks }: TimelineDocument,
  targets: readonly Target[],
  starts: ReadonlyMap<string, number>,
): Move[] {
  const getTarget = new Map(targets.map((target) => [target.item.id, target]));
  return tracks.flatMap((track) =>
    track.items.flatMap((item): Move[] => {
      const { toTrackId = track.id } = getTarget.get(item.id) ?? {};
      const startSeconds = starts.get(item.id) ?? item.startSeconds;
      return startSeconds === item.startSeconds && !getTarget.has(item.id)
        ? []
        : [{ itemId: item.id, startSeconds, ...(toTrackId !== track.id && { trackId: toTrackId }) }];
    }),
  );
}
