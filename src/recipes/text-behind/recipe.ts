import { defineRecipe } from '#core/operation.ts';
import { announcedInput, announcedProposal } from '../announced.ts';

export const textBehind = defineRecipe({
  id: 'text-behind',
  name: 'Text behind',
  summary: 'Sets large text between the subject and the background.',
  priceCredits: 12,
  etaSeconds: 75,
  reply: 'queued',
  input: announcedInput,
  proposal: announcedProposal,
  failures: ['NOT_IMPLEMENTED'],
});
