import type { TextItem } from './lay-out-text.ts';

/** The state of a text in its entrance or exit motion. At rest all shares are 1 and nothing is moved. */
export type TextMotion = {
  /** The state of each line. */
  readonly lines: readonly { readonly opacity: number; readonly riseEm: number }[];
  readonly scale: number;
  /** The share of the text's width that a wipe shows, and the side from which it does. */
  readonly wiped: number;
  readonly isWipedFromEnd: boolean;
  /** The share of the letters that are typed. */
  readonly typed: number;
};

type Motion = NonNullable<TextItem['entrance']>;

/** Returns the motion of the text of `item`, a pure function of the time since the item's start. */
export function textMotionAt(
  item: Pick<TextItem, 'entrance' | 'exit' | 'durationSeconds'>,
  seconds: number,
  lineCount: number,
): TextMotion {
  const { entrance, exit, durationSeconds } = item;
  const total = (entrance?.durationSeconds ?? 0) + (exit?.durationSeconds ?? 0);
  // A short item splits its time between the two motions.
  const shrink = total > durationSeconds ? durationSeconds / total : 1;
  const left = durationSeconds - seconds;
  const came = entrance ? toProgress(seconds, entrance.durationSeconds * shrink) : 1;
  const stays = exit ? toProgress(left, exit.durationSeconds * shrink) : 1;
  const rest = atRest(lineCount);
  // The two motions never overlap, so at most one is active.
  if (entrance && came < 1) {
    return moves[entrance.type]({ progress: came, isLeaving: false, rest });
  }
  return exit && stays < 1 ? moves[exit.type]({ progress: stays, isLeaving: true, rest }) : rest;
}

const toProgress = (seconds: number, duration: number): number =>
  duration <= 0 ? 1 : Math.min(1, Math.max(0, seconds / duration));

const still = { opacity: 1, riseEm: 0 } as const;

const atRest = (lineCount: number): TextMotion => ({
  lines: Array.from({ length: lineCount }, () => still),
  scale: 1,
  wiped: 1,
  isWipedFromEnd: false,
  typed: 1,
});

type Step = {
  /** The progress of the motion: 0 if the text is invisible, and 1 if it is at rest. */
  readonly progress: number;
  readonly isLeaving: boolean;
  readonly rest: TextMotion;
};

const moves: Readonly<Record<Motion['type'], (step: Step) => TextMotion>> = {
  fade: ({ progress, rest }) => ({ ...rest, lines: withOpacity(rest, smooth(progress)) }),
  rise: ({ progress, isLeaving, rest }) => ({
    ...rest,
    lines: rest.lines.map((_, index) => riseLine(progress, index, rest.lines.length, isLeaving)),
  }),
  scale: ({ progress, isLeaving, rest }) => ({
    ...rest,
    scale: 0.82 + 0.18 * (isLeaving ? easeIn(progress) : overshoot(progress)),
    lines: withOpacity(rest, easeOut(Math.min(1, progress * 1.8))),
  }),
  wipe: ({ progress, isLeaving, rest }) => ({ ...rest, wiped: smooth(progress), isWipedFromEnd: isLeaving }),
  type: ({ progress, rest }) => ({ ...rest, typed: progress }),
};

const withOpacity = ({ lines }: TextMotion, opacity: number) => lines.map(() => ({ opacity, riseEm: 0 }));

/** The share of a motion that passes before its last line begins, and the distance by which the lines rise. */
const stagger = 0.35;
const riseEm = 0.7;

/** Raises the lines one after the other, the first one first. */
function riseLine(progress: number, index: number, count: number, isLeaving: boolean) {
  const delay = count > 1 ? (stagger * (isLeaving ? count - 1 - index : index)) / (count - 1) : 0;
  const span = count > 1 ? 1 - stagger : 1;
  const own = Math.min(1, Math.max(0, (progress - delay) / span));
  const eased = isLeaving ? smooth(own) : easeOut(own);
  // They leave in the direction in which they were moving.
  return { opacity: smooth(Math.min(1, own * 1.4)), riseEm: (isLeaving ? -1 : 1) * riseEm * (1 - eased) };
}

const easeOut = (share: number): number => 1 - (1 - share) ** 4;
const easeIn = (share: number): number => 1 - (1 - share) ** 2;
const smooth = (share: number): number => share * share * (3 - 2 * share);
/** Returns an easing with a slight overshoot. */
const overshoot = (share: number): number => 1 + 2.4 * (share - 1) ** 3 + 1.4 * (share - 1) ** 2;
