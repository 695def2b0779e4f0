import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import type { TimeRange } from '../input.ts';
import { lengthWithout, overlaps } from './cut-arithmetic.ts';

const cut = z.strictObject({
  id: z.string().min(1).max(100).meta({ title: 'Cut', readOnly: true }),
  startSeconds: z.number().min(0).meta({ title: 'From', unit: 's', description: 'The start of the removed part.' }),
  endSeconds: z.number().positive().meta({ title: 'To', unit: 's', description: 'The end of the removed part.' }),
  kind: z.enum(['silence', 'noise']).meta({
    title: 'Kind',
    description: 'silence: background noise. noise: audible, but not speech.',
    readOnly: true,
  }),
  confidence: z.number().min(0).max(1).meta({
    title: 'Confidence',
    description: 'The confidence that the audio is not speech: 1 for a difference of 12 dB or more.',
    readOnly: true,
  }),
  isAccepted: z.boolean().meta({ title: 'Cut', description: 'Whether the part is removed.' }),
  isMoved: z.boolean().optional().meta({
    'x-extension': true,
    title: 'Manual',
    description: 'Whether its times were set manually. Another proposal keeps manual cuts.',
    readOnly: true,
  }),
});
export type Cut = z.output<typeof cut>;

export const cutList = z.strictObject({
  cuts: z.array(cut).max(10_000).meta({ title: 'Cuts', description: 'The parts to remove, in order of time.' }),
  noiseFloorDb: z.number().meta({ title: 'Noise', unit: 'dB', readOnly: true }),
  thresholdDb: z.number().meta({ title: 'Threshold', unit: 'dB', readOnly: true }),
  beforeSeconds: z.number().meta({ title: 'Duration before', unit: 's', readOnly: true }),
  afterSeconds: z.number().meta({ title: 'Duration after', unit: 's', readOnly: true }),
});
export type CutList = z.output<typeof cutList>;

/** Returns the duration of the clip without the accepted cuts, in seconds. */
export const lengthAfter = (cuts: readonly Cut[], beforeSeconds: number): number =>
  lengthWithout(keepAccepted(cuts), beforeSeconds);

export const keepAccepted = (cuts: readonly Cut[]): Cut[] => cuts.filter(({ isAccepted }) => isAccepted);

/** The tolerance for equal times. */
const sameSeconds = 1e-6;
/** The minimum duration of the result. */
export const minSeconds = 0.1;

/**
 * Completes an edited cut list: sorts it and recomputes the computed values. A cut that was left out counts as refused, and one
 * with other times as manual. Throws VALIDATION_FAILED for cuts that were not proposed, are empty, are outside of the clip,
 * overlap another accepted one or extend into a protected part, and for cuts of everything.
 */
export function settleCuts(
  sent: CutList,
  proposed: CutList,
  { protect }: { readonly protect: readonly TimeRange[] },
): CutList {
  const { beforeSeconds, noiseFloorDb, thresholdDb } = proposed;
  const known = new Map(proposed.cuts.map((one) => [one.id, one]));
  const moved = sent.cuts.filter((one) => isElsewhere(one, known.get(one.id)));
  const faults = [
    ...checkIds(sent.cuts, known),
    ...checkTimes(sent.cuts, beforeSeconds),
    ...checkProtected(sent.cuts, moved, protect),
  ];
  const settled = sent.cuts.map((one) => settleCut(one, known.get(one.id) ?? one));
  const cuts = [...settled, ...leftOut(sent.cuts, proposed.cuts)].toSorted(
    (one, other) => one.startSeconds - other.startSeconds,
  );
  const afterSeconds = lengthAfter(cuts, beforeSeconds);
  if (faults.length === 0 && afterSeconds < minSeconds) {
    faults.push({ path: 'proposal.cuts', message: 'must not remove the whole clip; accept fewer of them' });
  }
  refuse(faults);
  return { cuts, noiseFloorDb, thresholdDb, beforeSeconds, afterSeconds };
}

/** Restores the analysis of a cut, and marks it as manual if its times changed, unless the caller says that they are not manual. */
function settleCut({ isMoved, ...sent }: Cut, known: Cut): Cut {
  const { kind, confidence } = known;
  const isByHand = isMoved ?? (known.isMoved === true || isElsewhere(sent, known));
  return { ...sent, kind, confidence, ...(isByHand && { isMoved: true }) };
}

const isElsewhere = (one: TimeRange, known: TimeRange | undefined): boolean =>
  known !== undefined &&
  (Math.abs(one.startSeconds - known.startSeconds) > sameSeconds ||
    Math.abs(one.endSeconds - known.endSeconds) > sameSeconds);

/** Returns the cuts that were left out of the list, as refused, even if another cut covers them. */
const leftOut = (sent: readonly Cut[], proposed: readonly Cut[]): Cut[] =>
  proposed.filter((one) => !sent.some((other) => other.id === one.id)).map((one) => ({ ...one, isAccepted: false }));

type Fault = { readonly path: string; readonly message: string };

function checkIds(cuts: readonly Cut[], known: ReadonlyMap<string, Cut>): Fault[] {
  const first = new Map<string, number>();
  return cuts.flatMap(({ id }, index) => {
    const path = `proposal.cuts.${index}.id`;
    if (!known.has(id)) {
      return [{ path, message: 'is not a cut of the proposal; change the times of one that is' }];
    }
    if (first.has(id)) {
      return [{ path, message: `is also the id of cut ${first.get(id)}` }];
    }
    first.set(id, index);
    return [];
  });
}

function checkTimes(cuts: readonly Cut[], clipSeconds: number): Fault[] {
  const faults = cuts.flatMap(({ startSeconds, endSeconds }, index) => checkTime(startSeconds, endSeconds, index));
  const outside = cuts.flatMap(({ endSeconds }, index) =>
    endSeconds > clipSeconds + sameSeconds
      ? [{ path: `proposal.cuts.${index}.endSeconds`, message: `must be in the clip, which lasts ${clipSeconds} s` }]
      : [],
  );
  // A refused cut removes nothing, so another cut may overlap it.
  const inOrder = cuts
    .map((one, index) => ({ ...one, index }))
    .filter(({ isAccepted }) => isAccepted)
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
  const overlapping = inOrder.slice(1).flatMap(({ startSeconds, index }, at) => {
    const before = inOrder[at];
    return before && before.endSeconds > startSeconds + sameSeconds
      ? [{ path: `proposal.cuts.${index}.startSeconds`, message: `must not overlap cut ${before.index}` }]
      : [];
  });
  return [...faults, ...outside, ...overlapping];
}

const checkTime = (startSeconds: number, endSeconds: number, index: number): Fault[] =>
  endSeconds > startSeconds
    ? []
    : [{ path: `proposal.cuts.${index}.endSeconds`, message: `must be after startSeconds, ${startSeconds}` }];

/** Checks only moved cuts, because found cuts avoid protected parts. */
const checkProtected = (cuts: readonly Cut[], moved: readonly Cut[], protect: readonly TimeRange[]): Fault[] =>
  moved.flatMap((one) => {
    const inside = { startSeconds: one.startSeconds + sameSeconds, endSeconds: one.endSeconds - sameSeconds };
    const part = protect.find((each) => overlaps(inside, each));
    const edge = part && part.startSeconds > one.startSeconds ? 'endSeconds' : 'startSeconds';
    return part
      ? [
          {
            path: `proposal.cuts.${cuts.indexOf(one)}.${edge}`,
            message: `must not overlap the protected part from ${part.startSeconds} to ${part.endSeconds} s`,
          },
        ]
      : [];
  });

function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) {
    throw new Failure('VALIDATION_FAILED', { message: `${first.path}: ${first.message}`, details: faults });
  }
}

/** Writes the cuts as CSV (RFC 4180), for a spreadsheet. */
export const toCutCsv = ({ cuts }: CutList): string =>
  [
    ['id', 'start', 'end', 'duration', 'kind', 'confidence', 'accepted'],
    ...cuts.map(({ id, startSeconds, endSeconds, kind, confidence, isAccepted }) => [
      id,
      startSeconds.toFixed(3),
      endSeconds.toFixed(3),
      (endSeconds - startSeconds).toFixed(3),
      kind,
      confidence.toFixed(2),
      isAccepted ? 'yes' : 'no',
    ]),
  ]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
