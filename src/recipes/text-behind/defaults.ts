import type { Quality } from '#core/model/formats.ts';
import type { TextFont } from '#core/timeline/fonts.ts';

/** The defaults of this recipe; without zod, so that a page can import it. */
export const defaults = {
  font: 'Anton' satisfies TextFont,
  weight: 800,
  case: 'none',
  rotation: 0,
  entrance: 'rise',
  exit: 'fade',
  opacity: 1,
  blend: 'normal',
  quality: 'best' satisfies Quality,
  subject: 'auto',
} as const;
