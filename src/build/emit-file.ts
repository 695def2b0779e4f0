import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { hashLetters } from '#core/protocol/hashed-files.ts';

/**
 * Adds a file to `assets/` and returns an expression for its URL. A build names and writes the file itself. The dev server has no
 * bundle, so there this function writes the file to the server's folder of unbundled files.
 */
export function emitFile(context: Rolldown.PluginContext, name: string, source: string | Uint8Array): string {
  const { config } = context.environment;
  if (config.command === 'build') {
    return `import.meta.ROLLUP_FILE_URL_${context.emitFile({ type: 'asset', name, source })}`;
  }
  const extension = extname(name);
  const hash = createHash('sha256').update(source).digest('hex').slice(0, hashLetters);
  const path = `assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  const outDir = resolve(config.root, config.build.outDir);
  mkdirSync(join(outDir, 'assets'), { recursive: true });
  writeFileSync(join(outDir, path), source);
  return JSON.stringify(`/${path}`);
}
