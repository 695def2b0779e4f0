import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Failure } from '#core/lib/failure.ts';

/** Parses the options of a command. Throws VALIDATION_FAILED for an unknown option; the message names the option. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure('VALIDATION_FAILED', { message, cause: error });
  }
}

/** Parses a port number; 0 stands for any free port. Throws VALIDATION_FAILED. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new Failure('VALIDATION_FAILED', {
      message: `"${text}" is not a valid port. Give a number from 0 to 65535.`,
    });
  }
  return port;
}
