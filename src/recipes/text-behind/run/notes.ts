import * as z from 'zod';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import { textFonts } from '#core/timeline/fonts.ts';
import { timeRange } from '../../input.ts';

/** The notes of a run's steps, for its next attempt and for its second half. */

/** The analysis of the clip. Sizes are in pixels as displayed, times in seconds. */
export const clipNotes = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  frameRate: z.number().positive(),
  durationSeconds: z.number().positive(),
  shots: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number() })).min(1),
});
export type ClipNotes = z.output<typeof clipNotes>;

const range = z.object({ least: z.number(), mean: z.number(), most: z.number() });

/** The placement of a text, and the share that the subject covers there. */
const placementNotes: z.ZodType<TextPlacement> = z.object({
  text: z.string(),
  x: z.number(),
  y: z.number(),
  sizePx: z.number(),
  letterSpacing: z.number(),
  width: z.number(),
  height: z.number(),
  fill: z.string(),
  coveredShare: range,
  coveredAt: range,
  doubtfulShare: z.number(),
  shownShare: z.number(),
  alternates: z.array(
    z.object({
      text: z.string(),
      x: z.number(),
      y: z.number(),
      sizePx: z.number(),
      letterSpacing: z.number(),
      coveredShare: range,
    }),
  ),
});

/** The edits of a proposal. */
export const proposalEdits = z.object({
  text: z.string().optional(),
  font: z.enum(textFonts).optional(),
  weight: z.number().optional(),
  letterSpacing: z.number().optional(),
  position: z.object({ x: z.number(), y: z.number() }).optional(),
  sizePx: z.number().optional(),
  rotation: z.number().optional(),
  fill: z.string().optional(),
  window: timeRange.optional(),
});
export type Edits = z.output<typeof proposalEdits>;

/** The last proposal, to find the user's edits of it. */
export const proposedNotes = z.object({
  placement: placementNotes,
  rotation: z.number(),
  font: z.enum(textFonts),
  weight: z.number(),
  window: timeRange,
  /** The span that is cut out: the window, or more if the user shortened it. */
  cutOutWindow: timeRange,
  /** The input of the proposal. */
  asked: z.record(z.string(), z.unknown()),
  /** The user's edits, which only a later edit or another input can change. */
  edits: proposalEdits.default({}),
  /** Centers of the earlier positions. */
  seen: z.array(z.object({ x: z.number(), y: z.number() })).readonly(),
});
export type ProposedNotes = z.output<typeof proposedNotes>;
