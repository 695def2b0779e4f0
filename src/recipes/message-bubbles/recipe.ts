import { defineRecipe } from '#core/operation.ts';
import { announcedInput, announcedProposal } from '../announced.ts';

export const messageBubbles = defineRecipe({
  id: 'message-bubbles',
  name: 'Message bubbles',
  summary: 'Puts a chat on the video, bubble by bubble, timed to be read.',
  priceCredits: 8,
  etaSeconds: 45,
  reply: 'queued',
  input: announcedInput,
  proposal: announcedProposal,
  failures: ['NOT_IMPLEMENTED'],
});
