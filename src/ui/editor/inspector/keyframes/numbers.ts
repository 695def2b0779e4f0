import type { AnimatedName } from '#core/timeline/properties.ts';
import { inDecibels, inDegrees, inLengths, inPercent, inPixels, type Notation } from '../values/notation.ts';

/** The labels and number formats of animatable numbers. */
export const animatedNumbers: Readonly<Record<AnimatedName, { readonly label: string; readonly notation: Notation }>> =
  {
    x: { label: 'X', notation: inPixels },
    y: { label: 'Y', notation: inPixels },
    width: { label: 'Width', notation: inLengths },
    height: { label: 'Height', notation: inLengths },
    rotation: { label: 'Rotation', notation: inDegrees },
    opacity: { label: 'Opacity', notation: inPercent },
    blurPx: { label: 'Blur', notation: inLengths },
    volume: { label: 'Volume', notation: inDecibels },
  };
