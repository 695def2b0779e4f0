import { announceRecipe } from '../announced.ts';

export const launchCut = announceRecipe({
  id: 'launch-cut',
  name: 'Launch cut',
  summary: 'A short launch film from your takes: hook, reveal on the drop, features, end card.',
  priceCredits: 20,
  etaSeconds: 120,
});
