import type { Handlers } from '../handler.ts';
import type { World } from '../ports.ts';
import { createAccountHandlers } from './account.ts';
import { createCanvasHandlers } from './canvases.ts';
import { createJobHandlers } from './jobs.ts';
import { createKeyHandlers } from './keys.ts';
import { createMaterialHandlers } from './materials.ts';
import { createMediaHandlers } from './media.ts';
import { createModelHandlers } from './models.ts';
import { createRunHandlers } from './run-calls.ts';
import { createSandboxHandlers } from './sandbox.ts';
import { createUploadHandlers } from './uploads.ts';

/** How each operation of the registry is done. */
export const createHandlers = (world: World): Handlers => ({
  ...createAccountHandlers(world),
  ...createUploadHandlers(world),
  ...createRunHandlers(world),
  ...createJobHandlers(world),
  ...createMaterialHandlers(world),
  ...createMediaHandlers(world),
  ...createCanvasHandlers(world),
  ...createModelHandlers(world),
  ...createKeyHandlers(world),
  ...createSandboxHandlers(world),
});
