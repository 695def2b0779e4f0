import type { Handlers } from '../handler.ts';
import type { ApiContext } from '../ports.ts';
import { createAccountHandlers } from './account.ts';
import { createFrameHandlers } from './canvas-frame.ts';
import { createCanvasFileHandlers } from './canvas-files.ts';
import { createCanvasHandlers } from './canvases.ts';
import { createJobHandlers } from './jobs.ts';
import { createKeyHandlers } from './keys.ts';
import { createFaultHandlers } from './lab-faults.ts';
import { createRequestHandlers } from './lab-requests.ts';
import { createLabHandlers } from './lab.ts';
import { createMaterialPictureHandlers } from './material-pictures.ts';
import { createMaterialHandlers } from './materials.ts';
import { createMediaHandlers } from './media.ts';
import { createModelHandlers } from './models.ts';
import { createRunHandlers } from './run-calls.ts';
import { createSandboxHandlers } from './sandbox.ts';
import { createUploadHandlers } from './uploads.ts';

/** Creates the handlers of all operations of the registry. */
export const createHandlers = (context: ApiContext): Handlers => ({
  ...createAccountHandlers(context),
  ...createUploadHandlers(context),
  ...createRunHandlers(context),
  ...createJobHandlers(context),
  ...createMaterialHandlers(context),
  ...createMaterialPictureHandlers(context),
  ...createMediaHandlers(context),
  ...createCanvasHandlers(context),
  ...createFrameHandlers(context),
  ...createCanvasFileHandlers(context),
  ...createModelHandlers(context),
  ...createKeyHandlers(context),
  ...createSandboxHandlers(context),
  ...createLabHandlers(context),
  ...createFaultHandlers(context),
  ...createRequestHandlers(context),
});
