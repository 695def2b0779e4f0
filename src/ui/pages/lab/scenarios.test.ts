import { expect, test } from 'vitest';
import { createOpenApi } from '#api/openapi.ts';
import { failures } from '#core/lib/failure.ts';
import { operations } from '#operations/registry.ts';
import { listErrors } from './list-errors.ts';
import { toLabCode, toToolName } from './lab-call.ts';
import { scenarioGroups } from './scenarios.ts';

const scenarios = scenarioGroups.flatMap((group) => group.scenarios);

test.each(scenarios.map((scenario) => [scenario.id, scenario.call] as const))('%s is a valid call', (_, call) => {
  const { body } = operations[call.name];
  expect(body?.safeParse(call.body).error).toBeUndefined();
});

test('each error code can be provoked at operations that exist', () => {
  const errors = listErrors({ ...createOpenApi(new URL('https://offcut.test/')) });
  expect(errors.map(({ code }) => code).toSorted()).toEqual(Object.keys(failures).toSorted());
  for (const { operations: names } of errors) {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !Object.hasOwn(operations, name))).toEqual([]);
  }
});

test('a call is shown as code for a shell, the client and an agent', () => {
  const codes = toLabCode({ name: 'setCredits', body: { credits: 0 } }, 'http://127.0.0.1:8787/');
  expect(codes.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'MCP']);
  expect(codes[0]?.code).toContain("curl -sS -X PUT 'http://127.0.0.1:8787/sandbox/v1/credits'");
  expect(codes[1]?.code).toContain("offcut.call('setCredits'");
});

test.each([...new Set(scenarios.map(({ call }) => call.name))])('%s is also a tool for agents', (name) => {
  expect(operations[name]).toMatchObject({ tool: { name: toToolName(name) } });
});
