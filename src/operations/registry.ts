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
import { getBeats, getFilmstrip, getPeaks, getThumbnail } from './material-pictures.ts';
import { deleteMaterial, fetchMaterial, getMedia, listMaterials } from './materials.ts';
import { addModel, cancelModel, deleteModel, downloadModel, listModels } from './models.ts';
import {
  advanceClock,
  controlEngine,
  getClock,
  getLab,
  getLatency,
  getSeed,
  setClock,
  setLatency,
  setSeed,
} from './lab.ts';
import { addFault, deleteFault, deleteFaults, listFaults } from './lab-faults.ts';
import { deleteRequests, getRequest, listRequests, replayRequest } from './lab-requests.ts';
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
  getLab,
  getClock,
  setClock,
  advanceClock,
  listFaults,
  addFault,
  deleteFaults,
  deleteFault,
  getLatency,
  setLatency,
  controlEngine,
  getSeed,
  setSeed,
  listRequests,
  getRequest,
  replayRequest,
  deleteRequests,
} as const satisfies Record<OperationName, Operation>;
