import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns the first line of a program's output. */
export async function firstLine(command: string, argument: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [argument]);
  return (stdout.split('\n')[0] ?? '').replace(/ Copyright.*/, '').trim();
}
