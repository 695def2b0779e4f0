import { expect, it } from 'vitest';
import { toReference } from './openapi.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1.2.3', description: 'D' },
  paths: {
    '/v1/run/{id}': {
      post: {
        operationId: 'run',
        tags: ['Runs'],
        summary: 'Run it',
        'x-extension': true,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } } },
        responses: {
          '200': {
            description: 'OK',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
          },
          '404': { $ref: '#/components/responses/Missing' },
        },
      },
      get: { tags: ['Jobs'], responses: {} },
    },
  },
  components: {
    responses: { Missing: { description: 'NOT_FOUND' } },
    schemas: {
      Input: {
        type: 'object',
        required: ['material', 'smoothing'],
        properties: {
          material: { type: 'string', description: 'A handle.' },
          smoothing: { type: 'number', minimum: 0, maximum: 100, default: 50 },
          quality: { enum: ['best', 'fast'] },
          cap: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
          edge: { type: 'object', properties: { shiftPx: { type: 'number' } } },
          list: { type: 'array', items: { $ref: '#/components/schemas/Loop' } },
        },
      },
      Loop: { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } },
      Envelope: {
        type: 'object',
        properties: {
          success: { const: true },
          data: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
        },
      },
    },
  },
};

const reference = toReference(document);
const run = reference.groups.find(({ tag }) => tag === 'Runs')?.operations[0];

it('groups operations by tag', () => {
  expect(reference.version).toBe('1.2.3');
  expect(reference.groups.map(({ tag, operations }) => [tag, operations.length])).toEqual([
    ['Jobs', 1],
    ['Runs', 1],
  ]);
});

it('resolves references in parameters, body, response and errors', () => {
  expect(run).toMatchObject({ method: 'POST', path: '/v1/run/{id}', summary: 'Run it', isExtension: true });
  expect(run?.parameters).toEqual([{ name: 'id', type: 'string, in path', isRequired: true, description: '' }]);
  expect(run?.output).toEqual([{ name: 'a', type: 'string', isRequired: true, description: '' }]);
  expect(run?.responses).toEqual([
    { status: '200', description: 'OK' },
    { status: '404', description: 'NOT_FOUND' },
  ]);
});

it('formats types as text, flattens objects and limits recursive schemas', () => {
  const types = Object.fromEntries(run?.body.map(({ name, type }) => [name, type]) ?? []);
  expect(types).toMatchObject({
    material: 'string',
    smoothing: 'number, 0 to 100, default 50',
    quality: '"best" or "fast"',
    cap: 'integer or null',
    edge: 'object',
    'edge.shiftPx': 'number',
    list: 'array of object',
    'list[].next': 'object',
  });
  expect(run?.body.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['material']);
});

it('shows nothing for an invalid description', () => {
  expect(toReference(null)).toEqual({ version: '', description: '', groups: [] });
});
