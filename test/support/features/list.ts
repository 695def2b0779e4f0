import { decoding } from './decoding.ts';
import type { FeatureGroup } from './feature.ts';
import { engineParts } from './engine-parts.ts';
import { making } from './making.ts';
import { reaching } from './reaching.ts';

/** The features in the tables of docs/browsers.md. */
export const featureGroups: readonly FeatureGroup[] = [
  { title: 'The API', features: reaching },
  { title: 'Results', features: making },
  { title: 'Decoding', features: decoding },
  { title: 'Engine features', features: engineParts },
];

export const allFeatures = featureGroups.flatMap(({ features }) => features);
