import type { InputOf } from '#core/protocol/operation.ts';
import * as z from 'zod';
import type { TrackPoint } from '#core/analysis/track.ts';
import type { RunContext, Step } from '#core/protocol/run.ts';
import { box, timeRange, type TimeRange } from '../../input.ts';
import { placements, trackedTitleCard, type Placement, type TrackProposal } from '../recipe.ts';

type Input = InputOf<typeof trackedTitleCard>;

/** The last proposal and its input, so that another proposal keeps the user's edits. */
const proposedNotes = z.object({
  target: z.string(),
  asked: z.string(),
  tracked: timeRange,
  window: timeRange,
  placement: z.enum(placements),
  corrections: z.array(z.object({ atSeconds: z.number(), box })),
});

/** The user's decisions for the next proposal; null without one. */
type Edits = Pick<TrackProposal, 'corrections'> & {
  readonly window: TimeRange | null;
  readonly placement: Placement | null;
};

const proposedStep = (context: RunContext): Step => context.step('proposed', String(trackedTitleCard.version));

/** Reads the user's edits. Corrections of another target are dropped, and so is a window of another shot. */
export function readEdits(context: RunContext, input: Input, tracked: TimeRange, before: TrackProposal | null): Edits {
  const last = proposedNotes.safeParse(proposedStep(context).notes).data;
  if (!before || !last) {
    return { corrections: before?.corrections ?? [], window: null, placement: null };
  }
  const isSame = JSON.stringify(input.target) === last.target;
  const known = new Set(isSame ? [] : last.corrections.map((one) => JSON.stringify(one)));
  const isChosen = before.placement !== last.placement && input.placement === last.asked;
  const isCut = !isEqual(before.window, last.window) && isEqual(tracked, last.tracked);
  return {
    corrections: before.corrections.filter(
      (one) => !known.has(JSON.stringify(one)) && isWithin(one.atSeconds, tracked),
    ),
    window: isCut ? before.window : null,
    placement: isChosen ? before.placement : null,
  };
}

const isEqual = (one: TimeRange, other: TimeRange): boolean =>
  one.startSeconds === other.startSeconds && one.endSeconds === other.endSeconds;

type Proposed = Pick<TrackProposal, 'corrections' | 'placement' | 'window'> & { readonly tracked: TimeRange };

export const noteProposed = (context: RunContext, { target, placement: asked }: Input, made: Proposed): Promise<void> =>
  proposedStep(context).finish({ target: JSON.stringify(target), asked, ...made });

/** Whether a frame of that time belongs to a span. */
const isWithin = (atSeconds: number, { startSeconds, endSeconds }: TimeRange): boolean =>
  atSeconds > startSeconds - 1e-3 && atSeconds < endSeconds - 1e-3;

/** Returns the frames of a window; for one that is shorter than a frame, the frame at its start. */
export function framesIn(path: readonly TrackPoint[], window: TimeRange): TrackPoint[] {
  const inside = path.filter(({ atSeconds }) => isWithin(atSeconds, window));
  const shown = path.findLast(({ atSeconds }) => atSeconds <= window.startSeconds) ?? path[0];
  return inside.length > 0 || !shown ? inside : [shown];
}
