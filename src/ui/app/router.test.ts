import { describe, expect, it } from 'vitest';
import { toPath, toRoute, type Route } from './router.ts';

const pages: Exclude<Route, { page: 'missing' }>[] = [
  { page: 'home', material: null },
  { page: 'recipe', recipeId: 'tracked-title-card', material: null },
  { page: 'jobs' },
  { page: 'job', jobId: 'job_a/b c' },
  { page: 'materials' },
  { page: 'models' },
  { page: 'keys' },
  { page: 'settings' },
  { page: 'canvas', canvasId: 'canvas_1-_' },
  { page: 'upload', ticket: 'tkt_ü' },
  { page: 'reference' },
];

describe('toRoute', () => {
  it.each(['/', '/some/folder/'])('parses the path of every page below %s', (base) => {
    for (const page of pages) {
      expect(toRoute(`${base}${toPath(page)}`, '', base)).toEqual(page);
    }
  });

  it.each([
    { page: 'home', material: 'mat_1&2' } as const,
    { page: 'recipe', recipeId: 'tighten', material: 'mat_1&2' } as const,
  ])('takes the material of the $page page from the query', (page) => {
    const { pathname, search } = new URL(toPath(page), 'https://host.invalid/');
    expect(toRoute(pathname, search, '/')).toEqual(page);
  });

  it('accepts /workspace, a trailing slash and index.html', () => {
    expect(toRoute('/workspace', '', '/')).toEqual({ page: 'home', material: null });
    expect(toRoute('/workspace/jobs/', '', '/')).toEqual({ page: 'jobs' });
    expect(toRoute('/app/index.html', '', '/app/')).toEqual({ page: 'home', material: null });
  });

  it.each([
    '/nothing',
    '/workspace/nothing',
    '/workspace/keys/1',
    '/upload',
    '/api-reference/x',
    '/workspace/jobs/a/b',
    '/workspace/recipes',
    '/workspace/recipes/a/b',
  ])('finds no page at %s', (path) => expect(toRoute(path, '', '/')).toEqual({ page: 'missing' }));

  it('survives a broken escape', () => {
    expect(toRoute('/workspace/jobs/%E0%A4%A', '', '/')).toEqual({ page: 'job', jobId: '%E0%A4%A' });
  });
});
