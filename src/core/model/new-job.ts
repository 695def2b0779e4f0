import type { Job } from './records.ts';

/** Creates the row of a job that enters the queue at `now`. */
export const newJob = (
  known: Pick<
    Job,
    | 'id'
    | 'recipeId'
    | 'fingerprint'
    | 'keyId'
    | 'materialIds'
    | 'input'
    | 'modelIds'
    | 'isWatermarked'
    | 'etaSeconds'
    | 'credits'
  >,
  now: number,
): Job => ({
  ...known,
  status: 'queued',
  stage: 'Waiting',
  progress: 0,
  framesPerSecond: null,
  snapshot: null,
  areCreditsCharged: false,
  warnings: [],
  framesDone: 0,
  losses: { count: 0, atFrame: 0 },
  engineId: null,
  proposal: null,
  previews: [],
  decision: null,
  isProposalEdited: false,
  reviewExpiresAt: null,
  isCancelRequested: false,
  log: [{ at: now, status: 'queued', stage: 'Waiting' }],
  resultId: null,
  proxyId: null,
  canvasId: null,
  error: null,
  createdAt: now,
  updatedAt: now,
  startedAt: null,
  endedAt: null,
});
