import manifestJson from '../../models/manifest.json' with { type: 'json' };
import { isMatteEntry, modelManifest } from './models.ts';

/** The models that this version of the product knows by itself. */
export const { models: knownModels } = modelManifest.parse(manifestJson);

/** Those that make mattes. */
export const knownMattes = knownModels.filter(isMatteEntry);
