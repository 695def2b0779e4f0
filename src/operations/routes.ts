import type { ListedRecipeId } from '#recipes/catalog.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The method and path of every operation except runs. Does not import zod, so that the page can import this module. */
const routes = {
  listRecipes: 'GET /v1/recipes',
  getEstimate: 'GET /v1/estimate',
  getMe: 'GET /v1/me',
  listLedger: 'GET /v1/ledger',
  createUpload: 'POST /v1/uploads',
  fillUpload: 'POST /v1/uploads/{ticket}/file',
  getUpload: 'GET /v1/uploads/{ticket}',
  listJobs: 'GET /v1/jobs',
  getJob: 'GET /v1/jobs/{envelopeId}',
  watchJob: 'GET /v1/jobs/{envelopeId}/events',
  reviewJob: 'POST /v1/jobs/{envelopeId}/review',
  cancelJob: 'POST /v1/jobs/{envelopeId}/cancel',
  deleteJob: 'DELETE /v1/jobs/{envelopeId}',
  listMaterials: 'GET /v1/materials',
  fetchMaterial: 'POST /v1/materials',
  deleteMaterial: 'DELETE /v1/materials/{material}',
  setFolder: 'PUT /v1/materials/{material}/folder',
  getThumbnail: 'GET /v1/materials/{material}/thumbnail',
  getFilmstrip: 'GET /v1/materials/{material}/filmstrip',
  getPeaks: 'GET /v1/materials/{material}/peaks',
  getBeats: 'GET /v1/materials/{material}/beats',
  getMedia: 'GET /media/{file}',
  listCanvases: 'GET /v1/canvases',
  createCanvas: 'POST /v1/canvases',
  getCanvas: 'GET /v1/canvases/{canvasId}',
  getFrame: 'GET /v1/canvases/{canvasId}/frame',
  putCanvas: 'PUT /v1/canvases/{canvasId}',
  deleteCanvas: 'DELETE /v1/canvases/{canvasId}',
  editCanvas: 'POST /v1/canvases/{canvasId}/edits',
  listCanvasVersions: 'GET /v1/canvases/{canvasId}/versions',
  getCanvasVersion: 'GET /v1/canvases/{canvasId}/versions/{version}',
  restoreCanvasVersion: 'POST /v1/canvases/{canvasId}/versions/{version}/restore',
  exportCanvas: 'POST /v1/canvases/{canvasId}/export',
  getInterchange: 'GET /v1/canvases/{canvasId}/interchange',
  getProject: 'GET /v1/canvases/{canvasId}/project',
  listModels: 'GET /v1/models',
  addModel: 'POST /v1/models',
  downloadModel: 'POST /v1/models/{modelId}/download',
  cancelModel: 'POST /v1/models/{modelId}/cancel',
  deleteModel: 'DELETE /v1/models/{modelId}',
  listWebhooks: 'GET /v1/webhooks',
  createWebhook: 'POST /v1/webhooks',
  listDeliveries: 'GET /v1/webhooks/deliveries',
  resendDelivery: 'POST /v1/webhooks/deliveries/{deliveryId}/resend',
  deleteWebhook: 'DELETE /v1/webhooks/{webhookId}',
  createKey: 'POST /sandbox/v1/keys',
  listKeys: 'GET /sandbox/v1/keys',
  revokeKey: 'DELETE /sandbox/v1/keys/{keyId}',
  createSession: 'POST /sandbox/v1/session',
  listOutsideRequests: 'GET /sandbox/v1/outside-requests',
  getAccount: 'GET /sandbox/v1/account',
  setCredits: 'PUT /sandbox/v1/credits',
  setPlan: 'PUT /sandbox/v1/plan',
  setCaps: 'PUT /sandbox/v1/caps',
  reset: 'POST /sandbox/v1/reset',
  listSnapshots: 'GET /sandbox/v1/snapshots',
  takeSnapshot: 'POST /sandbox/v1/snapshots',
  restoreSnapshot: 'POST /sandbox/v1/snapshots/{name}/restore',
  deleteSnapshot: 'DELETE /sandbox/v1/snapshots/{name}',
  getWorld: 'GET /sandbox/v1/world',
  putWorld: 'PUT /sandbox/v1/world',
  getDiff: 'GET /sandbox/v1/diff',
  listLabWebhooks: 'GET /sandbox/v1/webhooks',
  createLabWebhook: 'POST /sandbox/v1/webhooks',
  listLabDeliveries: 'GET /sandbox/v1/webhooks/deliveries',
  resendLabDelivery: 'POST /sandbox/v1/webhooks/deliveries/{deliveryId}/resend',
  deleteLabWebhook: 'DELETE /sandbox/v1/webhooks/{webhookId}',
  getLab: 'GET /sandbox/v1/lab',
  getClock: 'GET /sandbox/v1/clock',
  setClock: 'PUT /sandbox/v1/clock',
  advanceClock: 'POST /sandbox/v1/clock/advance',
  listFaults: 'GET /sandbox/v1/faults',
  addFault: 'POST /sandbox/v1/faults',
  deleteFaults: 'DELETE /sandbox/v1/faults',
  deleteFault: 'DELETE /sandbox/v1/faults/{faultId}',
  getLatency: 'GET /sandbox/v1/latency',
  setLatency: 'PUT /sandbox/v1/latency',
  controlEngine: 'POST /sandbox/v1/engine',
  getSeed: 'GET /sandbox/v1/seed',
  setSeed: 'PUT /sandbox/v1/seed',
  listRequests: 'GET /sandbox/v1/requests',
  getRequest: 'GET /sandbox/v1/requests/{requestId}',
  replayRequest: 'POST /sandbox/v1/requests/{requestId}/replay',
  deleteRequests: 'DELETE /sandbox/v1/requests',
} as const satisfies Record<string, `${Method} /${string}`>;

type RunName = `run:${ListedRecipeId}`;

/** The names of all operations. Every recipe has one run operation. */
export type OperationName = keyof typeof routes | RunName;

/** The method and path of an operation. Path parameters have the OpenAPI form `{name}`. */
export type Route = { readonly method: Method; readonly path: `/${string}` };

/** Returns the method and path of an operation. */
export function getRoute(name: OperationName): Route {
  if (isRun(name)) {
    return { method: 'POST', path: `/v1/run/${name.slice('run:'.length)}` };
  }
  const [method, path] = routes[name].split(' ');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the table fixes both sides of the space
  return { method, path } as Route;
}

const isRun = (name: OperationName): name is RunName => name.startsWith('run:');
