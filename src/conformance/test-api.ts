import type {
  afterAll as AfterAll,
  beforeAll as BeforeAll,
  beforeEach as BeforeEach,
  describe as Describe,
  expect as Expect,
  it as It,
} from 'vitest';

export type TestApi = {
  readonly describe: typeof Describe;
  readonly it: typeof It;
  readonly expect: typeof Expect;
  readonly beforeAll: typeof BeforeAll;
  readonly afterAll: typeof AfterAll;
  readonly beforeEach: typeof BeforeEach;
};

/** The functions of Vitest with which the suites are written, and in the command `conformance` those of its runner alone. */
export const { describe, it, expect, beforeAll, afterAll, beforeEach }: TestApi =
  process.env['VITEST'] === undefined ? (await import('./standalone.ts')).standalone : await import('vitest');
