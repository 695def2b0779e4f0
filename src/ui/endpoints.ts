import type { OperationName } from '#operations/registry.ts';

/**
 * Method and path of the operations that the workspace calls. The registry has them too, and a test holds the two equal:
 * importing the registry itself would bring zod and every schema into the page, 31 kB for these lines.
 */
export const endpoints = {
  listRecipes: 'GET /v1/recipes',
  getEstimate: 'GET /v1/estimate',
  createUpload: 'POST /v1/uploads',
  fillUpload: 'POST /v1/uploads/{ticket}/file',
  getUpload: 'GET /v1/uploads/{ticket}',
  'run:remove-background': 'POST /v1/run/remove-background',
  listJobs: 'GET /v1/jobs',
  getJob: 'GET /v1/jobs/{envelopeId}',
  watchJob: 'GET /v1/jobs/{envelopeId}/events',
  cancelJob: 'POST /v1/jobs/{envelopeId}/cancel',
  deleteJob: 'DELETE /v1/jobs/{envelopeId}',
  listMaterials: 'GET /v1/materials',
  deleteMaterial: 'DELETE /v1/materials/{material}',
  getCanvas: 'GET /v1/canvases/{canvasId}',
  listModels: 'GET /v1/models',
  addModel: 'POST /v1/models',
  downloadModel: 'POST /v1/models/{modelId}/download',
  cancelModel: 'POST /v1/models/{modelId}/cancel',
  deleteModel: 'DELETE /v1/models/{modelId}',
  createKey: 'POST /sandbox/v1/keys',
  listKeys: 'GET /sandbox/v1/keys',
  revokeKey: 'DELETE /sandbox/v1/keys/{keyId}',
  createSession: 'POST /sandbox/v1/session',
  getAccount: 'GET /sandbox/v1/account',
  setCredits: 'PUT /sandbox/v1/credits',
  setPlan: 'PUT /sandbox/v1/plan',
  reset: 'POST /sandbox/v1/reset',
} as const satisfies Partial<Record<OperationName, `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`>>;

export type EndpointName = keyof typeof endpoints;
