import { announceRecipe } from '../announced.ts';

export const tighten = announceRecipe({
  id: 'tighten',
  name: 'Tighten',
  summary: 'Finds the silences and dead air of a take and cuts them out, after you have looked at the list.',
  priceCredits: 5,
  etaSeconds: 45,
});
