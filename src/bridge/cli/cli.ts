import { Failure } from '#core/lib/failure.ts';
import { isPackage } from './build.ts';

const packageCommands: Readonly<Record<string, (args: string[]) => Promise<unknown>>> = {
  start: async (args) => (await import('./start.ts')).runStart(args),
  demo: async (args) => (await import('./demo.ts')).runDemo(args),
  mcp: async (args) => (await import('../mcp/command.ts')).runMcp(args),
  models: async (args) => (await import('./models.ts')).main(args),
};

/** The commands that need the sources of the project. */
const projectCommands: typeof packageCommands = {
  dev: async (args) => (await import('./start.ts')).runDev(args),
  test: async (args) => (await import('../../../tools/test-runner/run-tests.ts')).runTests(args, { isAll: false }),
  'test:all': async (args) => (await import('../../../tools/test-runner/run-tests.ts')).runTests(args, { isAll: true }),
};

const commands = isPackage ? packageCommands : { ...packageCommands, ...projectCommands };

/** Runs a command to its end and returns the exit code. */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const command = commands[name];
  try {
    if (!command) {
      throw new Failure('NOT_FOUND', {
        message: `Unknown command "${name}". Give one of: ${Object.keys(commands).join(', ')}.`,
      });
    }
    await command(args);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // A Failure has a message for the user. Any other error is a defect, so its stack is printed.
    process.stderr.write(`${toText(error)}\n`);
    return 1;
  }
}

function toText(error: unknown): string {
  if (error instanceof Failure) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
