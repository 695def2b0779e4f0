import type { HeadlessHost } from './headless.ts';
import type { RunningServer } from '../server/server.ts';
import { onStop } from './stop.ts';

/**
 * Runs `work` with a server and an optional headless browser. Closes both when the work ends or fails, or when the program is asked
 * to stop.
 */
export async function runHosted(
  server: RunningServer,
  host: HeadlessHost | undefined,
  work: () => Promise<void>,
): Promise<'done' | 'stopped'> {
  const stopped = new Promise<'stopped'>((resolve) => {
    onStop(() => resolve('stopped'));
  });
  const done = work().then(() => 'done' as const);
  try {
    return await Promise.race([done, stopped]);
  } finally {
    await host?.close();
    await server.close();
  }
}
