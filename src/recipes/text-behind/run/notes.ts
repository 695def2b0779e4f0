import * as z from 'zod';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import { textFonts } from '#core/timeline/fonts.ts';
import { timeRange } from '../../input.ts';

/** What the steps of a run note for its next attempt and for its second half. */

/** What was found of the clip. Sizes in pixels as shown, times in seconds. */
export const clipNotes = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  frameRate: z.number().positive(),
  durationSeconds: z.number().positive(),
  shots: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number() })).min(1),
});
export type ClipNotes = z.output<typeof clipNotes>;

const range = z.object({ least: z.number(), mean: z.number(), most: z.number() });

/** Where a text was put, and what the subject covers of it there. */
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

/** What somebody has edited of a proposal. */
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

/** What was proposed last, so that an edit of it is told from what has only been there. */
export const proposedNotes = z.object({
  placement: placementNotes,
  rotation: z.number(),
  font: z.enum(textFonts),
  weight: z.number(),
  window: timeRange,
  /** What is cut out: the window, or more where one was shortened. */
  cutOutWindow: timeRange,
  /** The input that it was proposed for. */
  asked: z.record(z.string(), z.unknown()),
  /** What of it somebody has edited, of which a later edit or another input alone makes something else. */
  edits: proposalEdits.default({}),
  /** Centres of the places before it. */
  seen: z.array(z.object({ x: z.number(), y: z.number() })).readonly(),
});
export type ProposedNotes = z.output<typeof proposedNotes>;
