import { Command, CommanderError } from 'commander';
import { Failure } from '#core/lib/failure.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { findNearestName } from '#api/nearest-name.ts';
import { isPackage } from './build.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { getInvocation } from './invocation.ts';

/** A command of the program. Its module is loaded only when it is called. */
type CommandEntry = {
  readonly summary: string;
  /** Adds the options and the action. `args` are the arguments of this call. */
  readonly define: (command: Command, args: readonly string[]) => Promise<void>;
  /** True for a command that receives its arguments as they are. */
  readonly isRaw?: boolean;
};

const packageCommands: Readonly<Record<string, CommandEntry>> = {
  start: {
    summary: 'serve the workspace and the API on this computer',
    define: async (command) => (await import('./start.ts')).defineStart(command),
  },
  run: {
    summary: 'run a recipe on files',
    define: async (command, args) => (await import('./run/run-command.ts')).defineRun(command, args),
  },
  emulate: {
    summary: 'serve an emulator of the API for tests, without a browser',
    define: async (command) => (await import('./emulate.ts')).defineEmulate(command),
  },
  mcp: {
    summary: 'serve MCP on standard input and output',
    define: async (command) => (await import('../mcp/command.ts')).defineMcp(command),
  },
  models: {
    summary: 'fetch models that improve the results',
    define: async (command) => (await import('./models.ts')).defineModels(command),
  },
  demo: {
    summary: 'run a recipe on sample files and write the result',
    define: async (command) => (await import('./demo.ts')).defineDemo(command),
  },
  doctor: {
    summary: 'check what Offcut needs on this computer',
    define: async (command) => (await import('./doctor/doctor-command.ts')).defineDoctor(command),
  },
  conformance: {
    summary: 'test any implementation of the API contract',
    define: async (command) => (await import('./conformance/conformance-command.ts')).defineConformance(command),
  },
  record: {
    summary: 'record the calls of a program to a file',
    define: async (command) => (await import('./record.ts')).defineRecord(command),
  },
  replay: {
    summary: 'answer calls from a recorded file',
    define: async (command) => (await import('./replay.ts')).defineReplay(command),
  },
};

/** The commands that need the sources of the project. */
const projectCommands: typeof packageCommands = {
  dev: {
    summary: 'serve the workspace with the dev server',
    define: async (command) => (await import('./start.ts')).defineDev(command),
  },
  test: {
    summary: 'run the tests, except the long ones',
    isRaw: true,
    define: async (_, args) =>
      (await import('../../../tools/test-runner/run-tests.ts')).runTests([...args], { isAll: false }),
  },
  'test:all': {
    summary: 'run all tests',
    isRaw: true,
    define: async (_, args) =>
      (await import('../../../tools/test-runner/run-tests.ts')).runTests([...args], { isAll: true }),
  },
};

const commands = isPackage ? packageCommands : { ...packageCommands, ...projectCommands };

/** Runs a command to its end and returns the exit code. */
export async function runCommand(name: string, args: string[]): Promise<number> {
  try {
    await dispatch(name, args);
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    return report(error, args.includes('--json'));
  }
}

/** Parses the arguments of a command and runs it. Throws its error. */
export async function dispatch(name: string, args: readonly string[]): Promise<void> {
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(describeAll());
    return;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const near = findNearestName(name, Object.keys(commands));
    throw new UsageError(
      `Unknown command "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}\n\n${describeAll().trimEnd()}`,
    );
  }
  const command = new Command(getInvocation(name)).exitOverride().showSuggestionAfterError();
  command.description(`${entry.summary.charAt(0).toUpperCase()}${entry.summary.slice(1)}.`);
  // The error is reported with all others, once.
  command.configureOutput({ outputError: () => undefined });
  await entry.define(command, args);
  if (entry.isRaw !== true) {
    await command.parseAsync([...args], { from: 'user' });
  }
}

/** The help of the program itself. */
function describeAll(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}`);
  const example = `${getInvocation('run')} tighten talk.mp4 --yes`;
  return `${getInvocation('')} <command> [options]\n\n${rows.join('\n')}\n\n"${getInvocation('run')} --help" describes a command. Example: ${example}\n`;
}

/** Prints an error and returns the exit code. */
function report(error: unknown, isJson: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) {
    return exitCodes.done;
  }
  const { code, message, exitCode } = describe(error);
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ type: 'error', errorCode: code, message })}\n`);
  }
  process.stderr.write(`${message}\n`);
  return exitCode;
}

function describe(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof UsageError || error instanceof CommanderError) {
    return { code: 'USAGE', message: error.message, exitCode: exitCodes.usage };
  }
  if (error instanceof Failure || error instanceof OffcutError) {
    const { code, message } = error;
    const exitCode = code === 'CANCELED' ? exitCodes.canceled : exitCodes.refused;
    return { code, message: message.startsWith(`${code}: `) ? message : `${code}: ${message}`, exitCode };
  }
  // Any other error is a defect, so its stack is printed.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'INTERNAL', message: text, exitCode: exitCodes.defect };
}
