import { announceRecipe } from '../announced.ts';

export const messageBubbles = announceRecipe({
  id: 'message-bubbles',
  name: 'Message bubbles',
  summary: 'Puts a chat on the video, bubble by bubble, timed to be read.',
  priceCredits: 8,
  etaSeconds: 45,
});
