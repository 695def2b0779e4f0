import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recipeIds } from '#recipes/catalog.ts';
import { operations } from '#operations/registry.ts';
import { createReviewRun } from '../support/review-recipe/run.ts';
import { testJob, testMaterial } from '../support/rows.ts';
import { TestEngine } from '../support/test-engine.ts';

vi.mock('../../src/recipes/tighten/recipe.ts', async () => {
  const { tighten } = await import('../support/review-recipe/recipe.ts');
  return { tighten: { ...tighten, isListed: false } };
});

let engine: TestEngine;

beforeEach(async () => {
  engine = await TestEngine.open();
});

afterEach(() => engine.close());

test('work that is no template is in no catalog and has no run call, and is queued, made and settled like any run', async () => {
  expect(recipeIds).toContain('remove-background');
  expect(recipeIds).not.toContain('tighten');
  expect(Object.keys(operations)).toContain('run:remove-background');
  expect(Object.keys(operations)).not.toContain('run:tighten');
  const input = { material: testMaterial.id, autoApprove: true };
  await engine.enqueue(testJob({ recipeId: 'tighten', modelIds: [], input, credits: 0 }));
  engine.startRuns({ tighten: createReviewRun(engine.store.bytes) });
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed', credits: 0 });
});
