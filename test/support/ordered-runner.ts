import { TestRunner } from 'vitest';

/**
 * Runs the tests of a file in their order. The tests in browsers use it, while Vitest's configuration shuffles the
 * others. With `OFFCUT_SHUFFLE` the tests in browsers are shuffled too.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a runner from the default export of its file
export default class OrderedRunner extends TestRunner {
  constructor(...[config]: ConstructorParameters<typeof TestRunner>) {
    const shuffle = (process.env['OFFCUT_SHUFFLE'] ?? '') !== '';
    super({ ...config, sequence: { ...config.sequence, shuffle } });
  }
}
