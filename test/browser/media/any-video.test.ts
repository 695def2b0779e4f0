import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFirefox } from '#test/support/browser.ts';
import { getBuild } from '#test/support/build-server.ts';
import { judgeVideo } from '#test/support/judge-video.ts';
import { madeVideos, makeClip, makeVideo } from '#test/support/made-videos.ts';
import { canJudge, hasNativeTools, sharedFolder } from '#test/support/native.ts';
import { shareProduct, type Product, type RunData } from '#test/support/product.ts';
import { ordinaryVideos, weirdVideos, type Row } from '#test/support/shared-videos.ts';

type Outcome =
  | { readonly success: true; readonly data: RunData }
  | { readonly success: false; readonly errorCode: string; readonly message: string };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-videos-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * A runner that returns the whole image as the subject replaces the model: many of the files show no person, and these
 * tests check whether the result equals the source.
 */
describe.skipIf(!canJudge())('every shared file', { tags: ['long'] }, () => {
  let product: Product;
  beforeAll(async () => {
    product = await shareProduct({ distDir: await getBuild('whole-picture') });
  });
  afterAll(() => product.close());

  test.each([
    { name: 'weird', rows: weirdVideos },
    { name: 'video', rows: ordinaryVideos },
  ])('of $name is in the table', async ({ name, rows }) => {
    expect(rows.map(({ file }) => file)).toEqual((await readdir(join(sharedFolder, 'media', name))).toSorted());
  });

  test.each(weirdVideos)('weird/$file', (row) => check(product, join(sharedFolder, 'media/weird', row.file), row));
  test.each(ordinaryVideos)('video/$file', (row) => check(product, join(sharedFolder, 'media/video', row.file), row));
});

test.skipIf(!canJudge())(
  'ends in a result, in NO_SUBJECT or in its refusal for each shared file with a real model',
  { tags: ['long'] },
  async () => {
    const product = await shareProduct({ modelsDirs: [join(sharedFolder, 'models')] });
    const options = { quality: 'fast', trim: { startSeconds: 0, endSeconds: 0.2 } };
    const wanted: string[] = [];
    const outcomes: string[] = [];
    for (const [kind, rows] of [
      ['weird', weirdVideos],
      ['video', ordinaryVideos],
    ] as const) {
      for (const row of rows) {
        const outcome = await run(product, join(sharedFolder, 'media', kind, row.file), options);
        const isNobody = !outcome.success && outcome.errorCode === 'NO_SUBJECT' && !row.showsPerson;
        outcomes.push(`${row.file}: ${outcome.success || isNobody ? 'right' : outcome.errorCode}`);
        wanted.push(`${row.file}: ${'refusal' in row ? row.refusal.errorCode : 'right'}`);
      }
    }
    await product.close();
    expect(outcomes).toEqual(wanted);
  },
);

describe.skipIf(!hasNativeTools())('a generated video', () => {
  let product: Product;
  beforeAll(async () => {
    await makeClip(folder);
    product = await shareProduct({ distDir: await getBuild('whole-picture') });
  });
  afterAll(() => product.close());

  test.each(madeVideos)('$file', async (row) => check(product, await makeVideo(row, folder), row));
});

async function check(product: Product, source: string, row: Row): Promise<void> {
  const trim = row.seconds && { trim: { startSeconds: 0, endSeconds: row.seconds } };
  const outcome = await run(product, source, { quality: 'fast', ...trim });
  if ('refusal' in row) {
    const { errorCode, says } = row.refusal;
    expect(outcome).toMatchObject({ success: false, errorCode, message: expect.stringMatching(says) as unknown });
    return;
  }
  if (!outcome.success) {
    throw new Error(`${outcome.errorCode}: ${outcome.message}`);
  }
  const { warnings, processedVideoUrl } = outcome.data;
  const expected = (isFirefox ? row.warningsInFirefox : undefined) ?? row.warnings ?? [];
  expect(warnings).toEqual(expected.map((says) => expect.stringMatching(says) as unknown));
  const file = join(folder, `${row.file}.webm`);
  await writeFile(file, Buffer.from(await (await fetch(processedVideoUrl)).arrayBuffer()));
  await judgeVideo(source, file, row.seconds ?? null, row.truth);
  await rm(file);
}

/** Returns what a caller receives for a file: the outcome of the run, or of the upload if that is refused. */
async function run(product: Product, source: string, options: object): Promise<Outcome> {
  const form = new FormData();
  form.append('file', await openAsBlob(source), basename(source));
  const path = `${product.baseUrl}/v1/uploads/${await product.newTicket()}/file`;
  const uploaded = (await (await fetch(path, { method: 'POST', body: form })).json()) as
    | { success: true; data: { material: string } }
    | Extract<Outcome, { success: false }>;
  return uploaded.success ? (await product.run({ material: uploaded.data.material, ...options })).body : uploaded;
}
