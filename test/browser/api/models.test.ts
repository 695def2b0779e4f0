import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { getBuild } from '#test/support/build-server.ts';
import { toyFaces, toyVoice } from '#test/support/detector-files.ts';
import {
  getData,
  filesSince,
  killServiceWorker,
  startProduct,
  storedFiles,
  type Product,
} from '#test/support/product.ts';
import { shippedModel, shippedModels, shippedVariant, shippedWeights } from '#test/support/shipped-model.ts';
import { startWeightsHost, type WeightsHost } from '#test/support/weights-host.ts';

/** Serves models from another site on this machine over TLS, because the service worker fetches only over HTTPS. */
const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let host: WeightsHost;
let weights: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  weights = await shippedWeights(144);
  host = await startWeightsHost(weights, { isSecure: true });
  product = await startProduct({ flags: ['--ignore-certificate-errors'] });
});
afterAll(async () => {
  await product.close();
  await host.close();
});
beforeEach(() => {
  Object.assign(host.behaviour, {
    bytes: weights,
    etag: '"one"',
    hasCors: true,
    status: 200,
    breakAfter: null,
    holdsAfter: null,
    pauseMs: 0,
  });
  host.requests.length = 0;
});
afterEach(() => product.api('DELETE', '/v1/models/distant'));

const add = async (change: object = {}, also: object = {}): Promise<void> => {
  const variants = [{ ...host.variant(), ...change }];
  const entry = { id: 'distant', name: 'Distant', family: 'matte-nano', subject: 'person', variants, ...also };
  expect(getData((await product.addModel(entry)).body)).toMatchObject({ state: 'available', downloadable: true });
};
const download = () => product.api('POST', '/v1/models/distant/download');
const state = async (): Promise<string | undefined> => (await product.model('distant'))?.state;
const ranges = (): (string | null)[] =>
  host.requests.filter(({ method }) => method === 'GET').map(({ range }) => range);

test('fetches a model from another site without credentials, checks it, opens it and uses it', async () => {
  await add();
  expect((await download()).body).toMatchObject({ success: true, data: { state: 'downloading' } });
  await expect.poll(state).toBe('installed');
  expect(await product.model('distant')).toMatchObject({ place: 'browser', bytesDone: weights.byteLength });
  expect(host.requests).toEqual([{ method: 'GET', range: null, referrer: null, cookie: null }]);

  const material = await product.upload(clip);
  const result = getData((await product.run({ material, quality: 'fast', model: 'distant' })).body);
  expect(result).toMatchObject({ status: 'completed', model: 'distant' });
  expect(await product.job(result.envelopeId)).toMatchObject({ model: 'distant' });
  // The model is used from here on: the page fetches nothing else.
  expect(host.requests).toHaveLength(1);
});

test('loses at most one chunk if the service worker dies in the middle of a download', async () => {
  const large = new Uint8Array(9_000_000);
  large.set(weights);
  host.behaviour.bytes = large;
  host.behaviour.holdsAfter = 6_000_000;
  await add({ bytes: large.byteLength, sha256: await sha256(large) });
  await download();
  await expect.poll(async () => (await product.model('distant'))?.bytesDone).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  await killServiceWorker(product.context, product.page);
  host.behaviour.holdsAfter = null;
  // Any next call starts a new service worker, which resumes the download. The padded file is not a model: the engine
  // reports that at the end.
  expect((await product.api('GET', '/v1/me')).status).toBe(200);
  await expect.poll(state).not.toBe('downloading');
  // The second response is a range: requested without a preflight, which this host would refuse.
  expect(ranges()).toEqual([null, `bytes=${4 * 1024 * 1024}-`]);
});

test('completes a download whose connection breaks again and again', async () => {
  host.behaviour.breakAfter = 300_000;
  await add();
  await download();
  await expect.poll(state).toBe('installed');
  expect(ranges().length).toBeGreaterThan(2);
});

test('stops a download, keeps its bytes and resumes it, and removes all of it', async () => {
  const files = await storedFiles(product.page);
  // A multiple of the block size: the service worker never stores the last byte alone.
  Object.assign(host.behaviour, { pauseMs: 100, holdsAfter: weights.byteLength / 2 });
  await add();
  await download();
  await expect.poll(async () => (await product.model('distant'))?.bytesDone).toBeGreaterThan(0);
  expect((await product.api('POST', '/v1/models/distant/cancel')).body).toMatchObject({ data: { state: 'available' } });
  Object.assign(host.behaviour, { pauseMs: 0, holdsAfter: null });
  await download();
  await expect.poll(state).toBe('installed');
  expect((await product.api('DELETE', '/v1/models/distant')).status).toBe(200);
  expect(await product.model('distant')).toBeUndefined();
  await expect.poll(() => filesSince(product.page, files)).toEqual([]);
});

describe('reports a failure with the name of the model and keeps none of its bytes', () => {
  const altered = (): Uint8Array => weights.map((byte, index) => (index === 1000 ? byte ^ 1 : byte));
  test.each([
    [
      'other bytes',
      () => ({ bytes: altered() }),
      'MODEL_UNUSABLE',
      /sent a different file .* model "Distant" .* was deleted/,
    ],
    [
      'a missing file',
      () => ({ status: 404 }),
      'MODEL_UNREACHABLE',
      /model "Distant" .* the site responded with status 404/,
    ],
    [
      'a file without CORS',
      () => ({ hasCors: false }),
      'MODEL_UNREACHABLE',
      /"Distant" .* \(CORS\), which Hugging Face also reports for a missing file/,
    ],
    [
      'a missing file without CORS',
      () => ({ status: 404, hasCors: false }),
      'MODEL_UNREACHABLE',
      /reports for a missing file/,
    ],
  ])('%s', async (_, change, errorCode, message) => {
    const files = await storedFiles(product.page);
    Object.assign(host.behaviour, change());
    await add();
    await download();
    await expect.poll(state).toBe('broken');
    const view = await product.model('distant');
    expect(view?.error).toEqual({ errorCode, message: expect.stringMatching(message) });
    expect(view).toMatchObject({ downloadable: true, bytesDone: 0 });
    await expect.poll(() => filesSince(product.page, files)).toEqual([]);
    const refused = await product.run({ material: await product.upload(clip), model: 'distant' });
    expect(refused.body).toMatchObject({
      errorCode: 'MODEL_NOT_INSTALLED',
      message: expect.stringContaining('Distant'),
    });
    // After the site is repaired, the same call works.
    Object.assign(host.behaviour, { bytes: weights, status: 200, hasCors: true });
    await download();
    await expect.poll(state).toBe('installed');
  });

  test('fails a run by the name of the model if its bytes were changed on disk, and uses no other model', async () => {
    await add();
    await download();
    await expect.poll(state).toBe('installed');
    await alterPieces();
    // The matting worker may have the model open from the previous run; that of a new tab has not.
    await product.page.reload();
    await product.server.waitForPage(30_000);
    const credits = await product.credits();
    const failed = await product.run({ material: await product.upload(clip), model: 'distant', smoothing: 1 });
    expect(failed.body).toMatchObject({
      errorCode: 'MODEL_UNUSABLE',
      message: expect.stringMatching(/weights\.onnx of the model "Distant" has been altered/),
    });
    expect(await product.credits()).toBe(credits);
    const next = await product.run({ material: await product.upload(clip), quality: 'fast', smoothing: 1 });
    expect(next.body).toMatchObject({ success: true, data: { model: shippedModel.id } });
  });
});

test('fails a run by name if a file of the site was changed, and does not list a missing file as an installed model', async () => {
  const distDir = await mkdtemp(join(tmpdir(), 'offcut-site-'));
  await cp(await getBuild('product'), distDir, { recursive: true });
  const { file: name } = shippedVariant(144);
  const file = join(distDir, 'models', name);
  await writeFile(
    file,
    weights.map((byte, index) => (index === 1000 ? byte ^ 1 : byte)),
  );
  const site = await startProduct({ distDir });
  try {
    const material = await site.upload(clip);
    const failed = await site.run({ material, quality: 'fast' });
    expect(failed.body).toMatchObject({
      errorCode: 'MODEL_UNUSABLE',
      message: expect.stringContaining(`${name} of the model "${shippedModel.name}" has been altered`),
    });
    // After the site is repaired, the copy that the service worker cached does not prevent the run.
    await writeFile(file, weights);
    expect((await site.run({ material, quality: 'fast' })).body).toMatchObject({ success: true });
    for (const variant of shippedModels.flatMap(({ variants }) => variants)) {
      await rm(join(distDir, 'models', variant.file));
    }
    expect(await site.model(shippedModel.id)).toMatchObject({ state: 'available', place: null, default: false });
    const refused = await site.run({ material, quality: 'fast', smoothing: 1 });
    expect(refused.body).toMatchObject({
      errorCode: 'MODEL_NOT_INSTALLED',
      message: expect.stringContaining('people'),
    });
  } finally {
    await site.close();
    await rm(distDir, { recursive: true, force: true });
  }
});

describe('on the page', () => {
  const row = () => product.page.locator('#model-distant');

  test('shows the progress of a download, and stops, resumes and removes it', async () => {
    // A multiple of the block size: the service worker never stores the last byte alone.
    Object.assign(host.behaviour, { pauseMs: 100, holdsAfter: weights.byteLength / 2 });
    await add();
    const { page } = product;
    await page.goto(`${product.baseUrl}/workspace/models`);
    await row().getByRole('button', { name: 'Download Distant' }).click();
    await row().getByRole('progressbar', { name: 'Download of Distant' }).waitFor();
    await row()
      .getByText(new RegExp(`\\d+ kB of ${Math.round(weights.byteLength / 1000)} kB`))
      .waitFor();
    await row().getByRole('button', { name: 'Stop the download of Distant' }).click();
    // "Stop the download of Distant" remains for a moment, and must not be pressed again.
    const goOn = row().getByRole('button', { name: /^(Resume the download of|Download) Distant/ });
    await goOn.waitFor();
    // Not earlier: the rest could arrive before the call that stops the download.
    Object.assign(host.behaviour, { pauseMs: 0, holdsAfter: null });
    await goOn.click();
    await row().getByText('Installed').waitFor();
    await expect.poll(() => page.getByRole('status').innerText()).toBe('Distant installed.');
    await row().getByRole('button', { name: 'Remove Distant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => row().count()).toBe(0);
  });

  test('reports a failure next to the model and offers to try again', async () => {
    host.behaviour.status = 404;
    await add();
    await product.page.goto(`${product.baseUrl}/workspace/models`);
    await row().getByRole('button', { name: 'Download Distant' }).click();
    await expect.poll(() => row().getByRole('alert').innerText()).toContain('the site responded with status 404');
    host.behaviour.status = 200;
    await row().getByRole('button', { name: 'Download Distant' }).click();
    await row().getByText('Installed').waitFor();
  });

  test('refuses a file of the user with a reason, then accepts a valid one and offers it for a run', async () => {
    const { page } = product;
    await page.goto(`${product.baseUrl}/workspace/models`);
    await page.getByRole('button', { name: 'Use your own ONNX file' }).click();
    const weightsFile = { name: 'my weights.onnx', mimeType: '', buffer: Buffer.from(weights) };
    await page.getByLabel('ONNX file').setInputFiles({ ...weightsFile, buffer: Buffer.from('no model') });
    await page.getByLabel('Family').selectOption('matte-nano');
    await page.getByLabel('Width').fill('256');
    await page.getByLabel('Height').fill('144');
    await page.getByRole('button', { name: 'Add model' }).click();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('"my weights" cannot be run');
    await page.getByLabel('ONNX file').setInputFiles(weightsFile);
    await page.getByRole('button', { name: 'Add model' }).click();
    await page.locator('#model-my-weights').getByText('Installed').waitFor();

    await page.goto(product.baseUrl);
    await page.getByLabel('Video file').setInputFiles(clip);
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Model').selectOption({ label: 'my weights' });
    await page.getByRole('radio', { name: 'Fast' }).check();
    await page.getByRole('button', { name: 'Remove background' }).click();
    await page.getByRole('slider', { name: /Divider/ }).waitFor({ timeout: 250_000 });
    await page.getByText('Details and log').click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^my-weights$/ })
      .waitFor();
    await product.api('DELETE', '/v1/models/my-weights');
  });

  test('shows in the price that no model for objects is installed, and installs one with one click', async () => {
    await add({}, { subject: 'object', rank: 1000 });
    const { page } = product;
    await page.goto(product.baseUrl);
    await page.getByLabel('Video file').setInputFiles(clip);
    await page.getByText('More', { exact: true }).click();
    const start = page.getByRole('button', { name: 'Remove background' });
    await page.getByText('10 credits').waitFor();
    expect(await start.isEnabled()).toBe(true);
    await page.getByRole('radio', { name: 'Objects' }).check();
    await page.getByText('No model that cuts out objects is installed here.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    // A user who has the list of models open finds it unchanged.
    await page.getByText('Developer', { exact: true }).click();
    await page.getByRole('link', { name: 'Storage and models' }).first().click();
    await page.getByRole('heading', { name: 'Distant' }).waitFor();
    await page.goBack();
    await page.getByText('More', { exact: true }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Objects' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: /^Download Distant/ }).click();
    await expect.poll(() => start.isEnabled()).toBe(true);
    expect(await page.getByText('No model that cuts out objects').count()).toBe(0);
    expect(await state()).toBe('installed');
  });
});

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Flips one bit of every chunk of a model in the origin private file system. */
const alterPieces = (): Promise<void> =>
  product.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('offcut');
    for await (const name of folder.keys()) {
      if (name.startsWith('mdl_')) {
        const handle = await folder.getFileHandle(name);
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
        bytes[1000] = (bytes[1000] ?? 0) ^ 1;
        const sink = await handle.createWritable();
        await sink.write(bytes);
        await sink.close();
      }
    }
  });

test.each([
  ['speech', 'voice', 'silero-vad', toyVoice(), toyFaces()],
  ['faces', 'faces', 'yunet', toyFaces(), toyVoice()],
] as const)('opens a model that finds %s before it is accepted, and refuses one of another family', async (...row) => {
  const [, task, family, right, wrong] = row;
  const dir = await mkdtemp(join(tmpdir(), 'offcut-detectors-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const entry = { id: 'detector', name: 'Detector', task, family };
  await writeFile(join(dir, 'wrong.onnx'), wrong);
  const refused = await product.addModel(entry, join(dir, 'wrong.onnx'));
  expect(refused.body).toMatchObject({ errorCode: 'MODEL_UNUSABLE', message: expect.stringContaining('"Detector"') });
  await writeFile(join(dir, 'right.onnx'), right);
  const added = getData((await product.addModel(entry, join(dir, 'right.onnx'))).body);
  expect(added).toMatchObject({ task, state: 'installed', default: true });
  expect((await product.api('DELETE', '/v1/models/detector')).status).toBe(200);
});

test('uses the installed detector for a recipe and names it in the result', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'offcut-detectors-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'deaf.onnx'), toyVoice(0));
  const entry = { id: 'deaf', name: 'Deaf', task: 'voice', family: 'silero-vad' };
  getData((await product.addModel(entry, join(dir, 'deaf.onnx'))).body);
  onTestFinished(async () => void (await product.api('DELETE', '/v1/models/deaf')));
  const material = await product.upload(join(import.meta.dirname, '../../../public/sample/talk.mp4'));
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/run/tighten', { material })).body);
  await expect.poll(async () => (await product.job(id)).status).not.toMatch(/queued|running/);
  // This detector finds no speech, so that everything would be cut; with the audio level alone there is a proposal.
  expect(await product.job(id)).toMatchObject({ models: ['deaf'], error: { errorCode: 'TOO_MUCH_REMOVED' } });
});
