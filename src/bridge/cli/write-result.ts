import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Page } from 'playwright-core';
import { Failure } from '#core/lib/failure.ts';
import type { Job } from '#client/client.ts';
import type { Offcut } from '#client/offcut.ts';
import { getDemo } from './demos.ts';
import { getCanvas, writeContactSheet } from '../../../tools/contact-sheet/contact-sheet.ts';
import { drawFrameSheet } from '../../../tools/contact-sheet/frame-sheet-page.mjs';

/** Writes the preview images of a proposal. Returns the file names, which start with `base`. */
export async function writePreviews({ previews = [] }: Job, base: string): Promise<string[]> {
  const files = previews.map(({ url }, index) => `${base}-preview-${index + 1}${extname(new URL(url).pathname)}`);
  await Promise.all(previews.map(({ url }, index) => download(url, files[index] ?? '')));
  return files;
}

/** Writes the result of a job, its sidecar files and a contact sheet. `page` is a page of the site. */
export async function writeResult(page: Page, offcut: Offcut, job: Job, base: string): Promise<string[]> {
  if (job.finalUrl === undefined) {
    throw new Failure('INTERNAL', { message: 'The job has no result.' });
  }
  const video = `${base}${extname(new URL(job.finalUrl).pathname)}`;
  await download(job.finalUrl, video);
  const sidecars = (job.sidecars ?? []).map(({ name, url }) => ({ url, file: `${base}${extname(name)}` }));
  for (const { url, file } of sidecars) {
    await download(url, file);
  }
  const sheet = `${base}-contact-sheet.png`;
  await writeSheet(page, offcut, job, sheet);
  return [video, ...sidecars.map(({ file }) => file), sheet];
}

/** Writes a contact sheet: source, matte and result if the recipe's demo compares them, otherwise frames of the result. */
async function writeSheet(page: Page, offcut: Offcut, job: Job, file: string): Promise<void> {
  if (getDemo(job.recipeId).comparesMatte === true && job.canvasId !== undefined) {
    return writeContactSheet(page, await getCanvas(offcut, job.canvasId), file);
  }
  const dataUrl = await page.evaluate(drawFrameSheet, job.proxyUrl ?? job.finalUrl ?? '');
  return writeFile(file, Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || !response.body) {
    throw new Failure('INTERNAL', { message: `Could not download ${url}: status ${response.status}.` });
  }
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}
