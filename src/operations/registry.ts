import type { Operation } from '#core/protocol/operation.ts';
import { getEstimate, getMe, listLedger, listRecipes } from './account.ts';
import { getInterchange, getProject } from './canvas-files.ts';
import {
  createCanvas,
  deleteCanvas,
  editCanvas,
  exportCanvas,
  getCanvas,
  getCanvasVersion,
  listCanvases,
  listCanvasVersions,
  putCanvas,
  restoreCanvasVersion,
} from './canvases.ts';
import { cancelJob, deleteJob, getJob, listJobs, reviewJob, watchJob } from './jobs.ts';
import { getFrame } from './canvas-frame.ts';
import {
  deleteSnapshot,
  getDiff,
  getWorld,
  listSnapshots,
  putWorld,
  restoreSnapshot,
  takeSnapshot,
} from './lab-state.ts';
import { getBeats, getFilmstrip, getPeaks, getThumbnail } from './material-pictures.ts';
import { deleteMaterial, fetchMaterial, getMedia, listMaterials } from './materials.ts';
import { addModel, cancelModel, deleteModel, downloadModel, listModels } from './models.ts';
import type { OperationName } from './routes.ts';
import { runOperations } from './runs.ts';
import {
  createKey,
  createSession,
  getAccount,
  listKeys,
  listOutsideRequests,
  reset,
  revokeKey,
  setCaps,
  setCredits,
  setPlan,
} from './sandbox.ts';
import { createUpload, fillUpload, getUpload } from './uploads.ts';
import { createWebhook, deleteWebhook, listDeliveries, listWebhooks, resendDelivery } from './webhooks.ts';

/** All operations of the API. Routes, OpenAPI, MCP tools and the typed client derive from this record. */
export const operations = {
  listRecipes,
  getEstimate,
  createUpload,
  fillUpload,
  getUpload,
  ...runOperations,
  listJobs,
  getJob,
  watchJob,
  reviewJob,
  cancelJob,
  deleteJob,
  getMe,
  listLedger,
  listMaterials,
  fetchMaterial,
  deleteMaterial,
  getThumbnail,
  getFilmstrip,
  getPeaks,
  getBeats,
  getMedia,
  listCanvases,
  createCanvas,
  getCanvas,
  getFrame,
  putCanvas,
  deleteCanvas,
  editCanvas,
  getCanvasVersion,
  listCanvasVersions,
  restoreCanvasVersion,
  exportCanvas,
  getInterchange,
  getProject,
  listModels,
  addModel,
  downloadModel,
  cancelModel,
  deleteModel,
  createKey,
  listKeys,
  revokeKey,
  createSession,
  listOutsideRequests,
  getAccount,
  setCredits,
  setPlan,
  setCaps,
  reset,
  listSnapshots,
  takeSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  getWorld,
  putWorld,
  getDiff,
  listWebhooks,
  createWebhook,
  listDeliveries,
  resendDelivery,
  deleteWebhook,
} as const satisfies Record<OperationName, Operation>;
