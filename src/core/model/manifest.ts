import manifestJson from '../../../models/manifest.json' with { type: 'json' };
import { isMatteEntry, modelManifest } from './models.ts';

/** The models that this version of Offcut knows. */
export const { models: knownModels } = modelManifest.parse(manifestJson);

/** The known models that create mattes. */
export const knownMattes = knownModels.filter(isMatteEntry);
