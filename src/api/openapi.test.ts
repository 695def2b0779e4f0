import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Operation } from '#core/protocol/operation.ts';
import { operations } from '#operations/registry.ts';
import { createOpenApi, fillExample } from './openapi.ts';

const base = new URL('https://offcut.test/some/folder/');
const document = JSON.parse(JSON.stringify(createOpenApi(base))) as {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, unknown>; 'x-extension'?: boolean }>
  >;
};
const require = createRequire(import.meta.url);
const redocly = require.resolve('@redocly/cli/bin/cli.js');
const config = fileURLToPath(new URL('../../test/conformance/redocly.yaml', import.meta.url));

it('is valid and passes the recommended rules', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  try {
    const { stderr } = await promisify(execFile)(process.execPath, [redocly, 'lint', '--config', config, file], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    expect(stderr).toContain('Your API description is valid');
    expect(stderr).not.toMatch(/You have \d+ warning/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('describes every operation of the registry, and marks elements that are not in the contract', () => {
  for (const operation of Object.values<Operation>(operations)) {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
    expect(described?.['x-extension'] ?? false, operation.path).toBe(operation.isExtension);
  }
  const own = Object.values<Operation>(operations).filter((operation) => !operation.isExtension);
  expect(own.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [
      'GET /v1/recipes',
      'GET /v1/estimate',
      'POST /v1/uploads',
      'POST /v1/uploads/{ticket}/file',
      'GET /v1/uploads/{ticket}',
      'POST /v1/run/remove-background',
      'GET /v1/jobs',
      'GET /v1/jobs/{envelopeId}',
      'GET /v1/me',
    ].toSorted(),
  );
});

it('describes the values of a map in responses, but does not forbid more fields', () => {
  const { components } = createOpenApi(base) as unknown as {
    components: { schemas: Record<string, { properties: Record<string, unknown>; additionalProperties?: unknown }> };
  };
  const { Canvas } = components.schemas;
  const assets = { additionalProperties: { required: expect.arrayContaining(['url']) as unknown } };
  expect(Canvas?.properties['assets']).toMatchObject(assets);
  expect(Canvas).not.toHaveProperty('additionalProperties');
});

it('describes a single path in the same words, with all referenced schemas', () => {
  const path = '/v1/run/tighten';
  const alone = JSON.parse(JSON.stringify(createOpenApi(base, path))) as typeof document & {
    components: { schemas: Record<string, unknown> };
  };
  expect(alone.paths).toEqual({ [path]: document.paths[path] });
  const names = [...JSON.stringify(alone).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(Object.keys(alone.components.schemas)).toEqual(expect.arrayContaining(names));
  expect(JSON.stringify(alone).length).toBeLessThan(JSON.stringify(document).length / 5);
  expect(createOpenApi(base, '/v1/none')).toHaveProperty('paths', {});
});

it('lists the failure codes of each status', () => {
  const run = document.paths['/v1/run/remove-background']?.['post'];
  expect(JSON.stringify(run?.responses['403'])).toContain('["SCOPE_DENIED","RECIPE_NOT_ALLOWED","SPEND_CAP_REACHED"]');
  expect(Object.keys(run?.responses ?? {})).toEqual(
    expect.arrayContaining([
      '200',
      '202',
      '400',
      '401',
      '402',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
      '507',
    ]),
  );
});

it('describes the response 202 of a recipe that is queued, with the location of the job', () => {
  const responses = document.paths['/v1/run/tighten']?.['post']?.responses ?? {};
  expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toEqual(['202']);
  expect(responses['202']).toHaveProperty('headers.Location');
});

it('has examples that its own schemas accept, with the URL of this app', () => {
  for (const { body, example, path } of Object.values<Operation>(operations)) {
    if (body && example !== undefined) {
      expect(body.safeParse(fillExample(example, base)).success, path).toBe(true);
    }
  }
  expect(JSON.stringify(document)).toContain('https://offcut.test/some/folder/sample/presenter.mp4');
});
