import manifestJson from '../../models/manifest.json' with { type: 'json' };
import { modelManifest } from './models.ts';

/** The models that this version of the product knows by itself. */
export const { models: knownModels } = modelManifest.parse(manifestJson);
