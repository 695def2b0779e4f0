import type { TextFont } from '#core/timeline/fonts.ts';
import { base } from '#ui/app/base.ts';

/** The weights of each family; a single weight is used for all. */
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

/** Returns the page's name of a family, which does not match any font of the device. */
export const toFaceName = (font: TextFont): string => `Offcut ${font}`;

/** Returns the page's name of a font of the user. */
export const toOwnFaceName = (assetId: string): string => `Offcut own ${assetId}`;

const ownFaces = new Set<string>();

/** Loads a font of the user once, so that texts in the page are displayed in it. A font that fails has a fallback. */
export function loadOwnFace(assetId: string, url: string): void {
  if (ownFaces.has(assetId)) {
    return;
  }
  ownFaces.add(assetId);
  const face = new FontFace(toOwnFaceName(assetId), `url("${url}")`, { weight: '1 1000' });
  face.load().then(
    () => document.fonts.add(face),
    () => ownFaces.delete(assetId),
  );
}

let loading: Promise<void> | null = null;

/** Loads the Latin letters of all families, so that each name is displayed in its own font. Failed fonts have a fallback. */
export function loadFaces(): void {
  loading ??= addFaces();
}

/**
 * Adds all fonts together after the last one loaded: adding them one by one would cause a layout of the whole page for each.
 */
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
