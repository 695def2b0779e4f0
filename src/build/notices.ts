import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isShipped, modelManifest } from '#core/model/models.ts';

const packageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  homepage: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const ownFile = z.object({ devDependencies: z.record(z.string(), z.string()) });
type Package = z.output<typeof packageFile> & { readonly texts: readonly string[] };

/**
 * The packages that the site or the bundles of the npm package contain, in addition to all fonts. `notices.test.ts` checks that the
 * list is complete.
 */
export const bundledPackages: readonly string[] = [
  '@chenglou/pretext',
  '@clack/prompts',
  '@ffmpeg/core',
  '@mediabunny/aac-encoder',
  '@modelcontextprotocol/server',
  '@preact/signals',
  '@resvg/resvg-wasm',
  '@vitest/expect',
  '@vitest/runner',
  'client-zip',
  'comlink',
  'commander',
  'eventsource-parser',
  'fastest-levenshtein',
  'fft.js',
  'gifenc',
  'hono',
  'idb',
  'mediabunny',
  'onnxruntime-web',
  'preact',
  'signalsmith-stretch',
  'tinyglobby',
  'tinykeys',
  'ws',
  'zod',
];

/** Remarks on a package, shown above its licence text. */
const remarks: Readonly<Record<string, string>> = {
  '@ffmpeg/core':
    'FFmpeg compiled to WebAssembly with GPL parts (x264 among them). It is served unchanged as separate files under ffmpeg/core/ and can be replaced by any build with the same interface. Source: https://github.com/ffmpegwasm/ffmpeg.wasm and https://ffmpeg.org/download.html.',
  '@fontsource/noto-color-emoji':
    'Its files are served without their SVG drawings. The remaining color layers show the same emoji.',
  '@mediabunny/aac-encoder':
    'Contains the AAC encoder of FFmpeg (LGPL-2.1-or-later) compiled to WebAssembly. Source: https://github.com/Vanilagy/mediabunny and https://ffmpeg.org/download.html.',
  'signalsmith-stretch':
    'By Geraint Luff, Signalsmith Audio Ltd. The package names the MIT license but does not contain its text. The terms are the same as those of Offcut above. Source: https://github.com/Signalsmith-Audio/signalsmith-stretch.',
  'onnxruntime-web':
    'In its WebAssembly for the CPU, kernels of Offcut (packages/ort-kernels, MIT) replace up to four functions and do a part of the work of a fifth. The rest is unchanged.',
};

/** Creates the page of notices: every package and model of the build, with its licence and the licence's text. */
export function createNotices(root: string): string {
  const packages = readPackages(root).map(toPackageSection).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offcut: licences and notices</title>
<h1>Licences and notices</h1>
<h2>Offcut</h2>
<p>MIT.</p>
<pre>${escapeHtml(readFileSync(join(root, 'LICENSE'), 'utf8'))}</pre>
<p>The sample clips, the icons and the interface are part of Offcut: its code generates all images and audio of the samples. The voice of talk.mp4 was synthesised from its text by eSpeak NG, a program under the GPL that is not part of Offcut. The fonts are from the packages below whose names start with @fontsource, each under the SIL Open Font License 1.1.</p>
<h2>Model weights</h2>
<p>Only the weights marked as shipped are part of Offcut, under the license below; the others are fetched only when you download them.</p>
<ul>
${readWeights(root)}
</ul>
${toDetails(readFileSync(join(root, 'models', 'LICENSE-weights'), 'utf8'))}
<h2>Packages</h2>
${packages}
</html>
`;
}

function readWeights(root: string): string {
  const { models } = modelManifest.parse(JSON.parse(readFileSync(join(root, 'models', 'manifest.json'), 'utf8')));
  return models
    .map(
      (model) =>
        `<li>${escapeHtml(`${model.name}: ${model.licence}${isShipped(model) ? ' (shipped)' : ''}. ${model.source}`)}</li>`,
    )
    .join('\n');
}

/** Reads the bundled packages, the fonts and their own dependencies, sorted by name. */
function readPackages(root: string): Package[] {
  const found = new Map<string, Package>();
  const visit = (names: readonly string[], from: string): void => {
    for (const name of names) {
      const folder = [join(from, 'node_modules', name), join(root, 'node_modules', name)].find((path) =>
        existsSync(path),
      );
      if (folder && !found.has(name)) {
        const read = packageFile.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
        found.set(name, { ...read, texts: readLicences(folder) });
        visit(Object.keys(read.dependencies), folder);
      }
    }
  };
  const own = ownFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  visit(
    [...bundledPackages, ...Object.keys(own.devDependencies).filter((name) => name.startsWith('@fontsource'))],
    root,
  );
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

const readLicences = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice|copying)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8'));

const toPackageSection = ({ name, version, license = 'not stated', homepage, texts }: Package): string =>
  [
    `<h3>${escapeHtml(`${name} ${version}`)}</h3>`,
    `<p>${escapeHtml(license)}${homepage ? `, ${escapeHtml(homepage)}` : ''}</p>`,
    remarks[name] ? `<p>${escapeHtml(remarks[name])}</p>` : '',
    ...texts.map(toDetails),
  ].join('\n');

const toDetails = (text: string): string =>
  `<details><summary>License text</summary><pre>${escapeHtml(text)}</pre></details>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
