import { existsSync } from 'node:fs';
import { glob, isDynamicPattern } from 'tinyglobby';
import { UsageError } from '../exit-codes.ts';
import { isRemote } from '../upload-path.ts';

/**
 * Returns the files of the patterns, each once, in order. Patterns are expanded here because some shells do not, such as that of
 * Windows. A file whose name looks like a pattern is that file. Throws UsageError for a file that does not exist.
 */
export async function expandFiles(patterns: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const pattern of patterns) {
    files.push(...(await expand(pattern)));
  }
  return [...new Set(files)];
}

async function expand(pattern: string): Promise<string[]> {
  if (isRemote(pattern) || existsSync(pattern)) {
    return [pattern];
  }
  const found = isDynamicPattern(pattern) ? await glob(pattern.replaceAll('\\', '/'), { onlyFiles: true }) : [];
  if (found.length === 0) {
    throw new UsageError(`The file ${pattern} does not exist.`);
  }
  return found.toSorted();
}
