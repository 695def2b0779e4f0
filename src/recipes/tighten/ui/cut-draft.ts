import { keepOtherwise, lengthWithout, getKeptSeconds } from '../cut-arithmetic.ts';
import type { Cut, CutList } from '../cut-list.ts';
import { Snap } from '../snap.ts';
import type { TimeRange } from '#recipes/input.ts';
import { toList, toRecord, type Json } from '#ui/app/json.ts';

/** What somebody makes of a cut list: their choices and the times that they set, and the parameters, by which pauses are kept. */
export type CutDraft = { readonly cuts: readonly Cut[]; readonly parameters: Json };

/** What edges of cuts have to heed. Times in seconds of the clip. */
export type CutRules = {
  readonly clipSeconds: number;
  readonly frameRate: number;
  readonly protect: readonly TimeRange[];
  /** What stays of a pause in the proposal as it was made. */
  readonly stays: number;
};

/** A cut as it is shown: where the kept pause is so long that hardly anything would go, the pause is left whole. */
export type ShownCut = Cut & { readonly isLeftWhole: boolean };

export type Edge = 'startSeconds' | 'endSeconds';

/** The rules of a run, by its input. */
export const getRules = (input: Json, list: CutList, frameRate: number): CutRules => ({
  clipSeconds: list.beforeSeconds,
  frameRate,
  protect: toList(input['protect']).map(toRecord).map(toRange),
  stays: getKeptCount(input),
});

/** What stays of a pause with these parameters, in seconds. */
export const getKeptCount = (parameters: Json): number =>
  getKeptSeconds({
    paddingSeconds: toNumber(parameters['paddingSeconds'], 0.12),
    keepGapSeconds: toNumber(parameters['keepGapSeconds'], 0.2),
  });

/** The cuts with the pauses that are kept now, in order. */
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

/** What is removed, in order; not what ends before it begins, as a text that is being edited may have it. */
export const getRemoved = (shown: readonly ShownCut[]): ShownCut[] =>
  shown.filter(
    ({ isAccepted, isLeftWhole, startSeconds, endSeconds }) => isAccepted && !isLeftWhole && endSeconds > startSeconds,
  );

/** The proposal that is decided on: written just as `list` is where nothing was changed. */
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

/** Keeps so much of every pause that was not set by hand. */
export const keepOfPauses = (draft: CutDraft, keepGapSeconds: number): CutDraft => ({
  ...draft,
  parameters: { ...draft.parameters, keepGapSeconds },
});

/** Sets the times of a cut by hand. */
export const setTimes = (draft: CutDraft, id: string, { startSeconds, endSeconds }: TimeRange): CutDraft => ({
  ...draft,
  cuts: draft.cuts.map((cut) => (cut.id === id ? { ...cut, startSeconds, endSeconds, isMoved: true } : cut)),
});

/** Gives a cut the times back that it was proposed with. */
export function resetTimes(draft: CutDraft, id: string, list: CutList): CutDraft {
  const found = list.cuts.find((one) => one.id === id);
  return {
    ...draft,
    cuts: draft.cuts.map((cut) => (cut.id === id && found ? { ...found, isAccepted: cut.isAccepted } : cut)),
  };
}

/** A cut with an edge moved to a frame near `seconds`, as far as the clip, other cuts and protected parts let it. */
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

/** Between which times an edge can be, in seconds of the clip; both are frames. */
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

/** What an edge of a cut must not go beyond. Without lists of it: a clip may have thousands of cuts. */
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

/** Where there is no frame between the limits, the edge stays where it is. */
const inOrder = (least: number, most: number, now: number): { readonly least: number; readonly most: number } =>
  least <= most ? { least, most } : { least: now, most: now };

/** The draft after its proposal was edited as JSON: other times are set by hand, and what was left out is refused. */
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

/** A draft that was kept, if it is one of this list. */
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

/** Times that are nearer are the same, by rounding. */
const sameSeconds = 1e-6;
const upToFrame = (seconds: number, frameRate: number): number =>
  Math.max(0, Math.ceil(seconds * frameRate - 1e-4)) / frameRate;
const downToFrame = (seconds: number, frameRate: number): number => Math.floor(seconds * frameRate + 1e-4) / frameRate;

const toRange = (value: Json): TimeRange => ({
  startSeconds: toNumber(value['startSeconds'], 0),
  endSeconds: toNumber(value['endSeconds'], 0),
});

const toNumber = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
