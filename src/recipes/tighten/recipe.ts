import { defineRecipe } from '#core/operation.ts';
import { announcedInput, announcedProposal } from '../announced.ts';

export const tighten = defineRecipe({
  id: 'tighten',
  name: 'Tighten',
  summary: 'Finds the silences and dead air of a take and cuts them out, after you have looked at the list.',
  priceCredits: 5,
  etaSeconds: 45,
  reply: 'queued',
  input: announcedInput,
  proposal: announcedProposal,
  failures: ['NOT_IMPLEMENTED'],
});
