import { expect, it } from 'vitest';
import { operations } from '#operations/registry.ts';
import { endpoints, type EndpointName } from './endpoints.ts';

const names = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(operations, name));

it('names only what the registry has', () => {
  expect(names).toHaveLength(Object.keys(endpoints).length);
});

it.each(names)('%s is where the registry says', (name) => {
  const { method, path } = operations[name];
  expect(endpoints[name]).toBe(`${method} ${path}`);
});
