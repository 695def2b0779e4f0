import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { defineRecipe } from '#core/protocol/operation.ts';
import { autoApprove, material } from '#recipes/input.ts';

const cut = z.strictObject({ id: z.string(), startSeconds: z.number().min(0), endSeconds: z.number().positive() });

const computed = z.number().meta({ readOnly: true });
const proposal = z.strictObject({ cuts: z.array(cut), beforeSeconds: computed, afterSeconds: computed });
export type Proposal = z.output<typeof proposal>;

/** A small recipe with a review gate that proposes its input, for tests of the review. */
export const cutBeginning = defineRecipe({
  id: 'cut-beginning',
  name: 'Cut the beginning',
  summary: 'Proposes to cut the beginning off.',
  priceCredits: 5,
  etaSeconds: 4,
  reply: 'queued',
  input: z.strictObject({
    material,
    cutSeconds: z.number().positive().default(1),
    autoApprove,
  }),
  proposal,
  failures: ['NO_SUBJECT'],
  isListed: true,
  makesCanvas: true,
  version: 1,
  pace: () => '',
  materials: ({ material }) => [{ path: 'material', material, kinds: ['video'] }],
  models: () => [],
  minBytes: () => 0,
  settleProposal: (sent, { beforeSeconds }) => {
    const outside = sent.cuts.findIndex(({ endSeconds }) => endSeconds > beforeSeconds);
    if (outside >= 0) {
      const detail = { path: `proposal.cuts.${outside}.endSeconds`, message: `the clip lasts ${beforeSeconds} s` };
      throw new Failure('VALIDATION_FAILED', { message: detail.message, details: [detail] });
    }
    return toProposal(sent.cuts, beforeSeconds);
  },
});

export function toProposal(cuts: Proposal['cuts'], beforeSeconds: number): Proposal {
  const removed = cuts.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  return { cuts, beforeSeconds, afterSeconds: beforeSeconds - removed };
}
