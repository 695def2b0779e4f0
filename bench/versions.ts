import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The first line of what a program says. */
export async function firstLine(command: string, argument: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [argument]);
  return (stdout.split('\n')[0] ?? '').replace(/ Copyright.*/, '').trim();
}
