import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer, type InlineConfig, type Plugin } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { hashedPath } from '#core/protocol/hashed-files.ts';
import { emitFile } from './emit-file.ts';

/** Replaces the code of each module with the URL of a file. */
const plugin: Plugin = {
  name: 'test',
  transform(_, id) {
    return id.endsWith('entry.js') ? `export default ${emitFile(this, 'notes.txt', 'some text')};` : null;
  },
};

/** Creates a project with an empty module, `entry.js`, and settings that serve it or build it into `out`. */
async function createProject(): Promise<InlineConfig & { readonly root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'offcut-emit-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const entry = join(root, 'entry.js');
  await writeFile(entry, '');
  const input = {
    rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' as const },
    outDir: join(root, 'out'),
  };
  return { root, configFile: false, logLevel: 'silent', plugins: [plugin], build: { ...input, assetsInlineLimit: 0 } };
}

/** Finds the URL of the file in a module. Returns its path below the root. */
const findPath = (code: string): string => /(\/assets\/notes-[^"]+)"/.exec(code)?.[1] ?? '';

test('the dev server serves the file at a URL with a hash of its content', async () => {
  const project = await createProject();
  const vite = await createServer({ ...project, server: { middlewareMode: true, ws: false } });
  onTestFinished(() => vite.close());
  const path = findPath((await vite.transformRequest('/entry.js'))?.code ?? '');
  expect(path).toMatch(hashedPath);
  expect(await readFile(join(project.root, 'out', path), 'utf8')).toBe('some text');
});

test('a build contains the file in its bundle', async () => {
  const project = await createProject();
  const result = await build({ ...project, build: { ...project.build, write: false } });
  const [output] = Array.isArray(result) ? result : [result];
  const files = output && 'output' in output ? output.output : [];
  expect(files.find(({ fileName }) => /^assets\/notes-.+\.txt$/.test(fileName))).toMatchObject({ source: 'some text' });
});
