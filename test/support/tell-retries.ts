import { afterEach } from 'vitest';

/** A test that fails once is run again: what it failed of is told, as it is a defect of the test or of the product. */
afterEach(({ task }) => {
  const { state, errors = [], retryCount = 0 } = task.result ?? {};
  if (state === 'fail' && retryCount === 0) {
    console.error(
      `Failed and is run again: ${task.name}\n${errors.map(({ message, stack }) => stack ?? message).join('\n')}`,
    );
  }
});
