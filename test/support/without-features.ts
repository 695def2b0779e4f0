import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { switchOff, type Feature } from '../in-page/switch-off.ts';

/** The features that some version of Safari since 18 lacks. */
const missingInSafari: readonly Feature[] = [
  'audio-codecs',
  'av1-encoder',
  'dropped-handles',
  'image-decoder',
  'letter-spacing',
  'quantizer',
  'relaxed-simd',
  'request-streams',
  'scheduler',
  'stream-iteration',
  'threads',
  'video-alpha',
  'writable-files',
];

/**
 * Copies a build of the product into `outDir`. Its pages, workers and service worker start with code that disables the
 * features that some version of Safari lacks. An init script of the browser reaches pages only.
 */
export async function copyLikeSafari(buildDir: string, outDir: string): Promise<void> {
  await cp(buildDir, outDir, { recursive: true });
  // tsx, which runs the benchmarks, names functions by a helper of this name.
  const helper = 'const __name = (named) => named;';
  const code = `{ ${helper} (${switchOff.toString()})(${JSON.stringify(missingInSafari)}); }\n`;
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
