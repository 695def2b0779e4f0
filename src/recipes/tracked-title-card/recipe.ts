import { defineRecipe } from '#core/operation.ts';
import { announcedInput, announcedProposal } from '../announced.ts';

export const trackedTitleCard = defineRecipe({
  id: 'tracked-title-card',
  name: 'Tracked title card',
  summary: 'A title that follows a face or an object through the shot.',
  priceCredits: 12,
  etaSeconds: 75,
  reply: 'queued',
  input: announcedInput,
  proposal: announcedProposal,
  failures: ['NOT_IMPLEMENTED'],
});
