import type { TextFont } from '#core/timeline/fonts.ts';
import { base } from '../../../base.ts';

/** The weights that each family has; one alone serves for all. */
export const fontWeights: Readonly<Record<TextFont, readonly number[]>> = {
  Inter: [100, 200, 300, 400, 500, 600, 700, 800, 900],
  Anton: [400],
  'Bebas Neue': [400],
  'Archivo Black': [400],
  'Playfair Display': [400, 500, 600, 700, 800, 900],
  Caveat: [400, 500, 600, 700],
};

export const weightNames: Readonly<Record<number, string>> = {
  100: 'Thin',
  200: 'Extra light',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'Semibold',
  700: 'Bold',
  800: 'Extra bold',
  900: 'Black',
};

/** The name under which a family is known to the page: no font of the device has it. */
export const toFaceName = (font: TextFont): string => `Offcut ${font}`;

let loading: Promise<void> | null = null;

/** Loads the families' Latin letters, so that each can be shown in its own face. What cannot be loaded is shown in another. */
export function loadFaces(): void {
  loading ??= addFaces();
}

/** Adds them together, when the last one has come: for each by itself a browser would lay out the whole page anew. */
async function addFaces(): Promise<void> {
  const faces = Object.entries(fontWeights).map(([font, weights]) => {
    const file = `${font.toLowerCase().replaceAll(' ', '-')}-latin.woff2`;
    const weight = weights.length === 1 ? '1 1000' : `${weights[0]} ${weights.at(-1)}`;
    return new FontFace(`Offcut ${font}`, `url("${base}fonts/${file}")`, { weight });
  });
  await Promise.allSettled(faces.map((face) => face.load()));
  for (const face of faces.filter(({ status }) => status === 'loaded')) {
    document.fonts.add(face);
  }
}
