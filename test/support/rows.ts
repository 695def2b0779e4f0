import { newJob } from '#core/model/new-job.ts';
import type { Asset, Job, Key } from '#core/model/records.ts';

/** Rows for tests of code that reads them. */
export const testKey: Key = {
  id: 'hash',
  handle: 'key_1',
  name: 'test',
  hint: 'vk_test',
  kind: 'api',
  scopes: [],
  recipes: null,
  spendCapCredits: null,
  spentCredits: 0,
  reservedCredits: 0,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  window: { startedAt: 0, requests: 0 },
};

export const testMaterial: Asset = {
  id: 'mat_1',
  kind: 'material',
  file: 'material.mp4',
  name: 'clip.mp4',
  extension: 'mp4',
  mimeType: 'video/mp4',
  sizeBytes: 3,
  sha256: 'x',
  sourceUrl: null,
  jobId: null,
  facts: null,
  createdAt: 0,
};

export const testJob = (change: Partial<Job> = {}): Job => ({
  ...newJob(
    {
      id: 'job_1',
      recipeId: 'remove-background',
      fingerprint: 'f',
      keyId: testKey.id,
      materialIds: [testMaterial.id],
      input: { material: testMaterial.id, quality: 'best' },
      modelIds: ['m'],
      isWatermarked: false,
      etaSeconds: null,
      credits: 10,
    },
    1,
  ),
  ...change,
});
