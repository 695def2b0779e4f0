import { execFile } from 'node:child_process';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rolldown, type Plugin } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { projectDir } from '#bridge/cli/build.ts';

/** The folder to which the compiler writes declarations: `outDir` of tsconfig.json. */
const emittedDir = join(projectDir, 'node_modules', '.cache', 'tsc');

/**
 * Writes one declaration file for each entry to `outDir`, without imports of other modules of the project. Throws if a declaration
 * would import a package other than those in `allowed`, because the package does not have it.
 */
export async function writeDeclarations(
  entries: Readonly<Record<string, string>>,
  outDir: string,
  allowed: readonly string[],
): Promise<void> {
  const compiler = join(projectDir, 'node_modules', 'typescript', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [compiler, '-b', 'src/tsconfig.node.json'], { cwd: projectDir });
  for (const [name, file] of Object.entries(entries)) {
    const bundle = await rolldown({
      input: { [name]: join(emittedDir, toDeclaration(file)) },
      plugins: [emitted(name), dts({ dtsInput: true, tsconfig: false, oxc: true })],
      external: (id) => /^[^.#/]/.test(id) && !isAbsolute(id),
    });
    const { output } = await bundle.write({ dir: outDir });
    const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
    const foreign = [...new Set(listImports(code))].filter((id) => !allowed.includes(id));
    if (foreign.length > 0 || output.length > 1) {
      throw new Error(
        `The declarations of "${name}" need ${foreign.join(', ') || 'several files'}. Give its types without them.`,
      );
    }
  }
}

const listImports = (code: string): string[] =>
  [...code.matchAll(/(?:from |import |import\()"([^"]+)"/g)].map(([, id = '']) => id);

/**
 * A plugin that resolves the imports of emitted declarations, which name the source files. The other entries import the types of the
 * client from its declarations, because a class with private fields in two files would be two types.
 */
function emitted(entry: string): Plugin {
  return {
    name: 'offcut-emitted-declarations',
    resolveId: {
      order: 'pre',
      handler(id, importer) {
        if (id.startsWith('#client/') && entry !== 'client') {
          return { id: './client.js', external: true };
        }
        if (id.startsWith('#')) {
          return join(emittedDir, 'src', toDeclaration(id.slice(1)));
        }
        return importer !== undefined && id.startsWith('.') ? resolve(dirname(importer), toDeclaration(id)) : null;
      },
    },
  };
}

const toDeclaration = (file: string): string => file.replace(/(?<!\.d)\.ts$/, '.d.ts');
