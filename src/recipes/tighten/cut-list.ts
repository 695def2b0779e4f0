import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import type { TimeRange } from '../input.ts';
import { lengthWithout, overlaps } from './cut-arithmetic.ts';

const cut = z.strictObject({
  id: z.string().min(1).max(100).meta({ title: 'Cut', readOnly: true }),
  startSeconds: z.number().min(0).meta({ title: 'From', unit: 's', description: 'Where the removed part begins.' }),
  endSeconds: z.number().positive().meta({ title: 'To', unit: 's', description: 'Where it goes on.' }),
  kind: z.enum(['silence', 'noise']).meta({
    title: 'Kind',
    description: 'silence: the noise of the room. noise: something that is heard and is no speech.',
    readOnly: true,
  }),
  confidence: z.number().min(0).max(1).meta({
    title: 'Confidence',
    description: 'How far the sound is from speech: 1 is 12 dB and more.',
    readOnly: true,
  }),
  isAccepted: z.boolean().meta({ title: 'Cut', description: 'Whether the part is removed.' }),
  isMoved: z.boolean().optional().meta({
    'x-extension': true,
    title: 'By hand',
    description: 'Its times were set by hand, and stay when another proposal is asked for.',
    readOnly: true,
  }),
});
export type Cut = z.output<typeof cut>;

export const cutList = z.strictObject({
  cuts: z.array(cut).max(10_000).meta({ title: 'Cuts', description: 'What is removed, in order of time.' }),
  noiseFloorDb: z.number().meta({ title: 'Noise', unit: 'dB', readOnly: true }),
  thresholdDb: z.number().meta({ title: 'Threshold', unit: 'dB', readOnly: true }),
  beforeSeconds: z.number().meta({ title: 'Length now', unit: 's', readOnly: true }),
  afterSeconds: z.number().meta({ title: 'Length after', unit: 's', readOnly: true }),
});
export type CutList = z.output<typeof cutList>;

/** How long the clip is once the accepted cuts are taken out, in seconds. */
export const lengthAfter = (cuts: readonly Cut[], beforeSeconds: number): number =>
  lengthWithout(acceptedOf(cuts), beforeSeconds);

export const acceptedOf = (cuts: readonly Cut[]): Cut[] => cuts.filter(({ isAccepted }) => isAccepted);

/** Times that are nearer are the same, by rounding. */
const sameSeconds = 1e-6;
/** Something must be left to be seen. */
export const leastSeconds = 0.1;

/**
 * A cut list that somebody has edited, in order, with what is computed computed anew: a cut that was left out is refused, and one
 * with other times is set by hand. Throws VALIDATION_FAILED for cuts that were not proposed, are empty, lie outside of the
 * clip, overlap another accepted one or reach into a protected part, and where nothing would be left.
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
  if (faults.length === 0 && afterSeconds < leastSeconds) {
    faults.push({ path: 'proposal.cuts', message: 'must leave something of the clip; accept fewer of them' });
  }
  refuse(faults);
  return { cuts, noiseFloorDb, thresholdDb, beforeSeconds, afterSeconds };
}

/** What was found is not edited, and what was set by hand is noted, unless the caller says of other times that they were not. */
function settleCut({ isMoved, ...sent }: Cut, known: Cut): Cut {
  const { kind, confidence } = known;
  const isByHand = isMoved ?? (known.isMoved === true || isElsewhere(sent, known));
  return { ...sent, kind, confidence, ...(isByHand && { isMoved: true }) };
}

const isElsewhere = (one: TimeRange, known: TimeRange | undefined): boolean =>
  known !== undefined &&
  (Math.abs(one.startSeconds - known.startSeconds) > sameSeconds ||
    Math.abs(one.endSeconds - known.endSeconds) > sameSeconds);

/** Cuts that were taken out of the list stay in it as refused, also where another one now is in their place. */
const leftOut = (sent: readonly Cut[], proposed: readonly Cut[]): Cut[] =>
  proposed.filter((one) => !sent.some((other) => other.id === one.id)).map((one) => ({ ...one, isAccepted: false }));

type Fault = { readonly path: string; readonly message: string };

function checkIds(cuts: readonly Cut[], known: ReadonlyMap<string, Cut>): Fault[] {
  const first = new Map<string, number>();
  return cuts.flatMap(({ id }, index) => {
    const path = `proposal.cuts.${index}.id`;
    if (!known.has(id)) {
      return [{ path, message: 'is no cut of the proposal; change the times of one that is' }];
    }
    if (first.has(id)) {
      return [{ path, message: `is the id of cut ${first.get(id)} too` }];
    }
    first.set(id, index);
    return [];
  });
}

function checkTimes(cuts: readonly Cut[], clipSeconds: number): Fault[] {
  const faults = cuts.flatMap(({ startSeconds, endSeconds }, index) => checkTime(startSeconds, endSeconds, index));
  const outside = cuts.flatMap(({ endSeconds }, index) =>
    endSeconds > clipSeconds + sameSeconds
      ? [{ path: `proposal.cuts.${index}.endSeconds`, message: `must lie in the clip, which lasts ${clipSeconds} s` }]
      : [],
  );
  // What is refused removes nothing, so another cut may lie over it.
  const inOrder = cuts
    .map((one, index) => ({ ...one, index }))
    .filter(({ isAccepted }) => isAccepted)
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
  const overlapping = inOrder.slice(1).flatMap(({ startSeconds, index }, at) => {
    const before = inOrder[at];
    return before && before.endSeconds > startSeconds + sameSeconds
      ? [{ path: `proposal.cuts.${index}.startSeconds`, message: `must not lie in cut ${before.index}` }]
      : [];
  });
  return [...faults, ...outside, ...overlapping];
}

const checkTime = (startSeconds: number, endSeconds: number, index: number): Fault[] =>
  endSeconds > startSeconds
    ? []
    : [{ path: `proposal.cuts.${index}.endSeconds`, message: `must be after startSeconds, ${startSeconds}` }];

/** Only what was moved is looked at: what was found keeps out of protected parts by itself. */
const checkProtected = (cuts: readonly Cut[], moved: readonly Cut[], protect: readonly TimeRange[]): Fault[] =>
  moved.flatMap((one) => {
    const inside = { startSeconds: one.startSeconds + sameSeconds, endSeconds: one.endSeconds - sameSeconds };
    const part = protect.find((each) => overlaps(inside, each));
    const edge = part && part.startSeconds > one.startSeconds ? 'endSeconds' : 'startSeconds';
    return part
      ? [
          {
            path: `proposal.cuts.${cuts.indexOf(one)}.${edge}`,
            message: `must not lie in the protected part from ${part.startSeconds} to ${part.endSeconds} s`,
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

/** The cuts as CSV (RFC 4180), for a spreadsheet. */
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
