import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { switchOff, type Feature } from '../in-page/switch-off.ts';

/**
 * Copies a build of the product into `outDir`, and lets its pages, its workers and its service worker begin by switching
 * `features` off. An init script of the browser reaches pages only.
 */
export async function copyWithout(features: readonly Feature[], buildDir: string, outDir: string): Promise<void> {
  await cp(buildDir, outDir, { recursive: true });
  const code = `(${switchOff.toString()})(${JSON.stringify(features)});\n`;
  await writeFile(join(outDir, 'switch-off.js'), code);
  const scripts = (await readdir(outDir, { recursive: true })).filter((name) => /^(sw|assets.*)\.js$/.test(name));
  await edit(outDir, scripts, (text) => code + text);
  // The modules that the first one of a page imports run before it, and a script in its head before all of them.
  await edit(outDir, ['index.html', '404.html'], (text) =>
    text.replace('<head>', '<head><script src="./switch-off.js"></script>'),
  );
}

async function edit(folder: string, names: readonly string[], change: (text: string) => string): Promise<void> {
  for (const path of names.map((name) => join(folder, name))) {
    await writeFile(path, change(await readFile(path, 'utf8')));
  }
}
