import { afterEach, expect, it } from 'vitest';
import { canvasTitles } from '#ui/pages/canvases/all-canvases.ts';
import { jobTitle } from './titles.ts';

afterEach(() => {
  canvasTitles.value = null;
});

const ofCanvas = { recipeId: 'export', input: { canvasId: 'cnv_1' }, material: 'https://example.com/some/talk.mp4' };

it('names an export after its canvas, else after its content or recipe', () => {
  expect(jobTitle(ofCanvas)).toBe('talk.mp4');
  expect(jobTitle({ recipeId: 'export', input: {} })).toBe('Export');
  canvasTitles.value = new Map([
    ['cnv_1', 'Talk in May'],
    ['cnv_2', ''],
  ]);
  expect(jobTitle(ofCanvas)).toBe('Talk in May');
  expect(jobTitle({ ...ofCanvas, input: { canvasId: 'cnv_2' } })).toBe('talk.mp4');
  expect(jobTitle({ ...ofCanvas, input: { canvasId: 'deleted' } })).toBe('talk.mp4');
});

it('names a job after its material, which may be a URL, else after its recipe', () => {
  const job = { recipeId: 'remove-background', input: { canvasId: 'cnv_1' } };
  canvasTitles.value = new Map([['cnv_1', 'Talk in May']]);
  expect(jobTitle({ ...job, material: 'https://example.com/some/talk.mp4' })).toBe('talk.mp4');
  expect(jobTitle(job)).toBe('Remove background');
});
