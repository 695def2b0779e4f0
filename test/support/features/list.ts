import { decoding } from './decoding.ts';
import type { FeatureGroup } from './feature.ts';
import { engineParts } from './engine-parts.ts';
import { making } from './making.ts';
import { reaching } from './reaching.ts';

/** What docs/browsers.md compares browsers by. */
export const featureGroups: readonly FeatureGroup[] = [
  { title: 'The API', features: reaching },
  { title: 'What is made', features: making },
  { title: 'What the browser decodes itself', features: decoding },
  { title: 'What the engine finds', features: engineParts },
];

export const allFeatures = featureGroups.flatMap(({ features }) => features);
