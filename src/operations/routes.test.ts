import { expect, it } from 'vitest';
import type { Operation } from '#core/protocol/operation.ts';
import { operations } from './registry.ts';
import { getRoute, type OperationName } from './routes.ts';

it.each(Object.entries<Operation>(operations))('%s is declared with its own route', (name, { method, path }) => {
  expect({ method, path }).toEqual(getRoute(name as OperationName));
});
