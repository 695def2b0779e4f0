import { ASYMMETRIC_MATCHERS_OBJECT, chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import { afterAll, beforeAll, beforeEach, describe, it } from '@vitest/runner';
import type { TestApi } from './test-api.ts';

/** Returns `expect` with the matchers of Vitest, without a run of Vitest. */
function createExpect(): unknown {
  chai.use(JestExtend);
  chai.use(JestChaiExpect);
  chai.use(JestAsymmetricMatchers);
  const asymmetric: unknown = Reflect.get(globalThis, ASYMMETRIC_MATCHERS_OBJECT);
  const expect = (value: unknown, message?: string): unknown => chai.expect(value, message);
  return Object.assign(expect, chai.expect, asymmetric);
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same functions as those that Vitest exports
export const standalone = { describe, it, expect: createExpect(), beforeAll, afterAll, beforeEach } as TestApi;
