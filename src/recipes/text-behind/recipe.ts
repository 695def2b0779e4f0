import { announceRecipe } from '../announced.ts';

export const textBehind = announceRecipe({
  id: 'text-behind',
  name: 'Text behind',
  summary: 'Sets large text between the subject and the background.',
  priceCredits: 12,
  etaSeconds: 75,
});
