import { announceRecipe } from '../announced.ts';

export const trackedTitleCard = announceRecipe({
  id: 'tracked-title-card',
  name: 'Tracked title card',
  summary: 'A title that follows a face or an object through the shot.',
  priceCredits: 12,
  etaSeconds: 75,
});
