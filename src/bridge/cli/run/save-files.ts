import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Job } from '#client/client.ts';
import type { Offcut } from '#client/offcut.ts';

type SaveOptions = { readonly dir: string; readonly name: string; readonly isForced: boolean };

/** Saves the result of a job and its sidecar files. Returns their paths. Overwrites a file only if `isForced`. */
export async function saveFiles(offcut: Offcut, job: Job, options: SaveOptions): Promise<string[]> {
  await mkdir(options.dir, { recursive: true });
  const { finalUrl, sidecars = [] } = job;
  const files = [
    ...(finalUrl === undefined ? [] : [{ url: finalUrl, suffix: getExtension(finalUrl) }]),
    ...sidecars.map(({ name, url }) => ({ url, suffix: toSuffix(name, finalUrl) })),
  ];
  const paths: string[] = [];
  for (const { url, suffix } of files) {
    paths.push(await save(offcut, url, choosePath(options, suffix)));
  }
  return paths;
}

const getExtension = (url: string): string => extname(new URL(url).pathname);

/** A sidecar with the extension of the result keeps its own name too, so that they differ. */
const toSuffix = (name: string, finalUrl: string | undefined): string =>
  finalUrl !== undefined && extname(name) === getExtension(finalUrl) ? `-${name}` : extname(name);

/** Returns the first free path, with a number if needed: `clip-tighten.mp4`, `clip-tighten-2.mp4`. */
function choosePath({ dir, name, isForced }: SaveOptions, suffix: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(dir, `${name}${number === 1 ? '' : `-${number}`}${suffix}`);
    if (isForced || !existsSync(path)) {
      return path;
    }
  }
}

/** Downloads a file. It has a temporary name until it is complete. */
async function save(offcut: Offcut, url: string, path: string): Promise<string> {
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  const { body } = await offcut.open('getMedia', { params: { file } });
  const partial = `${path}.part`;
  try {
    await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), createWriteStream(partial));
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return path;
}
