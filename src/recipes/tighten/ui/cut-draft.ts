import { keepOtherwise, lengthWithout, getKeptSeconds } from '../cut-arithmetic.ts';
import type { Cut, CutList } from '../cut-list.ts';
import { Snap } from '../snap.ts';
import type { TimeRange } from '#recipes/input.ts';
import { toList, toRecord, type Json } from '#ui/app/json.ts';

/** The user's edits to a cut list: their choices, the times that they set, and the parameters that determine the kept pauses. */
export type CutDraft = { readonly cuts: readonly Cut[]; readonly parameters: Json };

/** The limits for the edges of cuts. Times are seconds of the clip. */
export type CutRules = {
  readonly clipSeconds: number;
  readonly frameRate: number;
  readonly protect: readonly TimeRange[];
  /** The duration that the original proposal keeps of each pause. */
  readonly stays: number;
};

/** A displayed cut. If the kept pause leaves almost nothing to cut, the pause is not cut. */
export type ShownCut = Cut & { readonly isLeftWhole: boolean };

export type Edge = 'startSeconds' | 'endSeconds';

/** Returns the rules of a run, from its input. */
export const getRules = (input: Json, list: CutList, frameRate: number): CutRules => ({
  clipSeconds: list.beforeSeconds,
  frameRate,
  protect: toList(input['protect']).map(toRecord).map(toRange),
  stays: getKeptCount(input),
});

/** Returns the duration that these parameters keep of a pause, in seconds. */
export const getKeptCount = (parameters: Json): number =>
  getKeptSeconds({
    paddingSeconds: toNumber(parameters['paddingSeconds'], 0.12),
    keepGapSeconds: toNumber(parameters['keepGapSeconds'], 0),
  });

/** Returns the cuts with the current kept pauses, in order. */
export function showCuts({ cuts, parameters }: CutDraft, rules: CutRules): ShownCut[] {
  const clip = { ...rules, snap: getSnap(rules) };
  const ranges = keepOtherwise(cuts, { before: rules.stays, after: getKeptCount(parameters) }, clip);
  return cuts.map((cut, index) => {
    const range = ranges[index] ?? null;
    if (range === null || range === cut) {
      return { ...cut, isLeftWhole: range === null };
    }
    return { ...cut, ...range, isMoved: false, isLeftWhole: false };
  });
}

/** Returns the removed cuts in order, without those that end before they start, which an edited text can contain. */
export const getRemoved = (shown: readonly ShownCut[]): ShownCut[] =>
  shown.filter(
    ({ isAccepted, isLeftWhole, startSeconds, endSeconds }) => isAccepted && !isLeftWhole && endSeconds > startSeconds,
  );

/** Returns the proposal for the decision. Equals `list` if nothing was changed. */
export function toProposal(list: CutList, shown: readonly ShownCut[]): CutList {
  const proposed = new Map(list.cuts.map((cut) => [cut.id, cut]));
  const cuts = shown
    .filter(({ isLeftWhole }) => !isLeftWhole)
    .map((cut): Cut => {
      const { startSeconds, endSeconds, isAccepted, isMoved } = cut;
      return {
        ...(proposed.get(cut.id) ?? cut),
        startSeconds,
        endSeconds,
        isAccepted,
        ...(isMoved !== undefined && { isMoved }),
      };
    });
  return { ...list, cuts, afterSeconds: lengthWithout(getRemoved(shown), list.beforeSeconds) };
}

/** Turns cuts on or off. */
export const accept = (draft: CutDraft, ids: ReadonlySet<string>, isAccepted: boolean): CutDraft => ({
  ...draft,
  cuts: draft.cuts.map((cut) => (ids.has(cut.id) ? { ...cut, isAccepted } : cut)),
});

/** Sets the kept duration of every pause that was not edited manually. */
export const keepOfPauses = (draft: CutDraft, keepGapSeconds: number): CutDraft => ({
  ...draft,
  parameters: { ...draft.parameters, keepGapSeconds },
});

/** Sets the times of a cut manually. */
export const setTimes = (draft: CutDraft, id: string, { startSeconds, endSeconds }: TimeRange): CutDraft => ({
  ...draft,
  cuts: draft.cuts.map((cut) => (cut.id === id ? { ...cut, startSeconds, endSeconds, isMoved: true } : cut)),
});

/** Resets the times of a cut to those of the proposal. */
export function resetTimes(draft: CutDraft, id: string, list: CutList): CutDraft {
  const found = list.cuts.find((one) => one.id === id);
  return {
    ...draft,
    cuts: draft.cuts.map((cut) => (cut.id === id && found ? { ...found, isAccepted: cut.isAccepted } : cut)),
  };
}

/** Returns a cut with an edge at the frame nearest to `seconds`, within the clip and outside other cuts and protected parts. */
export function moveEdge(
  shown: readonly ShownCut[],
  id: string,
  edge: Edge,
  seconds: number,
  rules: CutRules,
): TimeRange {
  const cut = shown.find((one) => one.id === id);
  if (!cut) {
    throw new TypeError(`There is no cut "${id}".`);
  }
  const { least, most } = getLimits(shown, cut, edge, rules);
  const snapped =
    seconds >= most ? most : seconds <= least ? least : Math.round(seconds * rules.frameRate) / rules.frameRate;
  const { startSeconds, endSeconds } = cut;
  return { startSeconds, endSeconds, [edge]: Math.min(most, Math.max(least, snapped)) };
}

/** Returns the times between which an edge can be, in seconds of the clip; both are frames. */
export function getLimits(
  shown: readonly ShownCut[],
  cut: ShownCut,
  edge: Edge,
  rules: CutRules,
): { readonly least: number; readonly most: number } {
  const { frameRate, clipSeconds, protect } = rules;
  if (edge === 'startSeconds') {
    let least = 0;
    eachOther(shown, cut, protect, ({ endSeconds }) => {
      least = endSeconds <= cut.startSeconds + sameSeconds ? Math.max(least, endSeconds) : least;
    });
    return inOrder(
      upToFrame(least, frameRate),
      downToFrame(cut.endSeconds - 1 / frameRate, frameRate),
      cut.startSeconds,
    );
  }
  let most = clipSeconds;
  eachOther(shown, cut, protect, ({ startSeconds }) => {
    most = startSeconds >= cut.endSeconds - sameSeconds ? Math.min(most, startSeconds) : most;
  });
  const last = most === clipSeconds ? clipSeconds : downToFrame(most, frameRate);
  return inOrder(upToFrame(cut.startSeconds + 1 / frameRate, frameRate), last, cut.endSeconds);
}

/** Returns the limits of an edge. Iterates without creating lists, because a clip can have thousands of cuts. */
function eachOther(
  shown: readonly ShownCut[],
  cut: ShownCut,
  protect: readonly TimeRange[],
  see: (range: TimeRange) => void,
): void {
  for (const one of shown) {
    if (one.id !== cut.id && !one.isLeftWhole) {
      see(one);
    }
  }
  protect.forEach(see);
}

/** Keeps the edge in place if there is no frame between the limits. */
const inOrder = (least: number, most: number, now: number): { readonly least: number; readonly most: number } =>
  least <= most ? { least, most } : { least: now, most: now };

/** Returns the draft after its proposal was edited as JSON: changed times are manual, and omitted cuts are refused. */
export function takeProposal(draft: CutDraft, shown: readonly ShownCut[], proposal: Json): CutDraft {
  const sent = new Map(
    toList(proposal['cuts'])
      .map(toRecord)
      .map((one) => [one['id'], one]),
  );
  const before = new Map(shown.map((cut) => [cut.id, cut]));
  const cuts = draft.cuts.map((cut) => {
    const [was, one] = [before.get(cut.id), sent.get(cut.id)];
    if (!was || !one) {
      return !was || was.isLeftWhole ? cut : { ...cut, isAccepted: false };
    }
    const range = toRange(one);
    const isMoved = range.startSeconds !== was.startSeconds || range.endSeconds !== was.endSeconds;
    return { ...cut, ...(isMoved && { ...range, isMoved }), isAccepted: one['isAccepted'] === true };
  });
  return { ...draft, cuts };
}

/** Returns a stored draft if it belongs to this list. */
export function readCutDraft(kept: unknown, list: CutList): CutDraft | null {
  const { cuts, parameters } = toRecord(kept);
  const rows = new Map(
    toList(cuts)
      .map(toRecord)
      .map((one) => [one['id'], one]),
  );
  const known = list.cuts.flatMap((cut) => {
    const row = rows.get(cut.id);
    const isMoved = row?.['isMoved'] === true;
    return row
      ? [{ ...cut, isAccepted: row['isAccepted'] === true, ...(isMoved && { ...toRange(row), isMoved }) }]
      : [];
  });
  return known.length === list.cuts.length ? { cuts: known, parameters: toRecord(parameters) } : null;
}

const getSnap = ({ frameRate, clipSeconds }: CutRules): Snap => new Snap(null, frameRate, clipSeconds);

/** Times with a smaller difference are equal, because of rounding. */
const sameSeconds = 1e-6;
const upToFrame = (seconds: number, frameRate: number): number =>
  Math.max(0, Math.ceil(seconds * frameRate - 1e-4)) / frameRate;
const downToFrame = (seconds: number, frameRate: number): number => Math.floor(seconds * frameRate + 1e-4) / frameRate;

const toRange = (value: Json): TimeRange => ({
  startSeconds: toNumber(value['startSeconds'], 0),
  endSeconds: toNumber(value['endSeconds'], 0),
});

const toNumber = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
