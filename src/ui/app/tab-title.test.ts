import { expect, it } from 'vitest';
import { toTitle } from './tab-title.ts';

it('shows the progress of the running job, and unseen events', () => {
  expect(toTitle('Jobs', '', null)).toBe('Jobs · Offcut');
  expect(toTitle('', '', null)).toBe('Offcut');
  expect(toTitle('Jobs', '', { status: 'running', progress: 0.419 })).toBe('41 % · Jobs · Offcut');
  expect(toTitle('Jobs', '', { status: 'queued', progress: 0 })).toBe('Jobs · Offcut');
  expect(toTitle('Jobs', 'The result is ready.', null)).toBe('The result is ready. · Offcut');
});
