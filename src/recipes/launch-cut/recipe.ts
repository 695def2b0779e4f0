import { defineRecipe } from '#core/operation.ts';
import { announcedInput, announcedProposal } from '../announced.ts';

export const launchCut = defineRecipe({
  id: 'launch-cut',
  name: 'Launch cut',
  summary: 'A short launch film from your takes: hook, reveal on the drop, features, end card.',
  priceCredits: 20,
  etaSeconds: 120,
  reply: 'queued',
  input: announcedInput,
  proposal: announcedProposal,
  failures: ['NOT_IMPLEMENTED'],
});
