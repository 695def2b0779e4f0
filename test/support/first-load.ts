import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Transferred bytes of a build, compressed. */
export type FirstLoad = {
  /** The page with all scripts and styles that it names. */
  readonly pageBytes: number;
  readonly serviceWorkerBytes: number;
  /** The additional files that the editor fetches before it is shown. */
  readonly editorBytes: number;
  /** The number of these files: each delays the page by about a millisecond. */
  readonly editorFiles: number;
  /**
   * The files that are fetched later or only when needed, by folder or kind; the large WebAssembly files uncompressed.
   */
  readonly laterBytes: Readonly<Record<string, number>>;
};

/**
 * The maximum sizes for a first visit. The connector for agents takes 57 kB of the service worker, the lab 19 kB, of which snapshots,
 * worlds and webhooks take 9 kB, and the relay of calls from outside 3 kB. The library's rail, submenus and the bar of a phone, which are
 * visible at once, take 4 kB of the editor. The magnetic track takes 3 kB of both, because its edits are those of the API. Fonts of the user take .4 kB of the service worker.
 */
export const firstLoadLimits = {
  pageBytes: 60_000,
  serviceWorkerBytes: 223_000,
  editorBytes: 140_000,
  editorFiles: 16,
} as const;

export function measureFirstLoad(distDir: string): FirstLoad {
  const html = readFileSync(join(distDir, 'index.html'), 'utf8');
  const assets = readdirSync(join(distDir, 'assets'));
  const named = assets.filter((name) => html.includes(`./assets/${name}`));
  const later = assets.filter((name) => !named.includes(name));
  const zipped = (...names: string[]): number =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(distDir, name))).length, 0);
  const sizes = (...names: string[]): number =>
    names.reduce((sum, name) => sum + statSync(join(distDir, name)).size, 0);
  const inAssets = (pattern: RegExp): string[] =>
    later.filter((name) => pattern.test(name)).map((name) => `assets/${name}`);
  const editor = listLoadedWith('editor-page', distDir, named).filter((name) => !named.includes(name));
  const models = readdirSync(join(distDir, 'models')).map((name) => `models/${name}`);
  return {
    pageBytes: zipped('index.html', ...named.map((name) => `assets/${name}`)),
    serviceWorkerBytes: zipped('sw.js'),
    editorBytes: zipped(...editor.map((name) => `assets/${name}`)),
    editorFiles: editor.length,
    laterBytes: {
      'scripts of the engine and its workers (gzipped)': zipped(...inAssets(/\.m?js$/)),
      'onnxruntime for the CPU': sizes(...inAssets(/ort-wasm-simd-threaded-fused-.*\.wasm$/)),
      'onnxruntime for the GPU': sizes(...inAssets(/asyncify.*\.wasm$/)),
      'the shipped models': sizes(...models),
      'an ffmpeg core': sizes('ffmpeg/core/ffmpeg-core.js', 'ffmpeg/core/ffmpeg-core.wasm'),
    },
  };
}

/** Returns the scripts and styles that are loaded with a part of the page, as the page's script lists them. */
function listLoadedWith(part: string, distDir: string, scripts: readonly string[]): string[] {
  const texts = scripts
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(distDir, 'assets', name), 'utf8'));
  const text = texts.find((one) => one.includes(`./${part}-`)) ?? '';
  const files = /m\.f=(\[[^\]]*\])/.exec(text)?.[1];
  const places = new RegExp(`import\\(.\\./${part}-[^)]*\\)[^[]*__vite__mapDeps\\((\\[[\\d,]*\\])\\)`).exec(text)?.[1];
  if (files === undefined || places === undefined) {
    throw new Error(`The script of the page does not list the files that are loaded with ${part}.`);
  }
  const all = JSON.parse(files) as string[];
  return (JSON.parse(places) as number[]).map((place) => (all[place] ?? '').replace('./', ''));
}
