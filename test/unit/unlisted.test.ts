import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recipeIds } from '#recipes/catalog.ts';
import { operations } from '#operations/registry.ts';
import { createReviewRun } from '../support/review-recipe/run.ts';
import { testJob, testMaterial } from '../support/rows.ts';
import { TestEngine } from '../support/test-engine.ts';

vi.mock('../../src/recipes/list.ts', async (importReal) => {
  const { withCutBeginning } = await import('../support/review-recipe/with-cut-beginning.ts');
  const { recipes } = withCutBeginning(await importReal<{ recipes: object }>());
  return { recipes: { ...recipes, 'cut-beginning': { ...recipes['cut-beginning'], isListed: false } } };
});

let engine: TestEngine;

beforeEach(async () => {
  engine = await TestEngine.open();
});

afterEach(() => engine.close());

test('omits a hidden recipe from the catalog and its run calls, and queues, runs and settles it like any other', async () => {
  expect(recipeIds).toContain('remove-background');
  expect(recipeIds).not.toContain('cut-beginning');
  expect(Object.keys(operations)).toContain('run:remove-background');
  expect(Object.keys(operations)).not.toContain('run:cut-beginning');
  const input = { material: testMaterial.id, autoApprove: true };
  await engine.enqueue(testJob({ recipeId: 'cut-beginning', modelIds: [], input, credits: 0 }));
  engine.startRuns({ 'cut-beginning': createReviewRun(engine.store.bytes) });
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed', credits: 0 });
});
