import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Failure } from '#core/lib/failure.ts';

/** Reads the options of a command. Throws VALIDATION_FAILED, which names it, for an unknown option. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure('VALIDATION_FAILED', { message, cause: error });
  }
}

/** A port by its number; 0 is any free one. Throws VALIDATION_FAILED. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new Failure('VALIDATION_FAILED', { message: `"${text}" is no port: give a number from 0 to 65535.` });
  }
  return port;
}
