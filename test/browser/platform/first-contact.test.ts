import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareProduct, type Product } from '#test/support/product.ts';

let product: Product;

beforeAll(async () => {
  product = await shareProduct();
});

afterAll(() => product.close());

test.each([
  [
    'no service worker',
    'delete Navigator.prototype.serviceWorker',
    /Service workers are not available.*Open the page in a normal window/,
  ],
  [
    'no files for sites',
    'delete StorageManager.prototype.getDirectory',
    /OPFS.*Chrome, Edge or Safari, or in Firefox on a computer/,
  ],
  ['no WebCodecs', 'delete globalThis.VideoEncoder', /WebCodecs.*Chrome, Edge or Safari, or in Firefox on a computer/],
  ['no SIMD', 'WebAssembly.validate = () => false', /SIMD.*Chrome, Edge or Safari, or in Firefox on a computer/],
  [
    'files that are refused, as in a private window',
    'StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"))',
    /cannot store files.*Open the page in a normal window/,
  ],
])('reports what a browser with %s lacks and what to do', async (_, script, words) => {
  const page = await product.context.newPage();
  await page.addInitScript(script);
  await page.goto(product.baseUrl);
  await page.getByRole('alert').filter({ hasText: words }).first().waitFor();
  await page.getByText('Engine not started').waitFor();
  await page.close();
});

test('explains what a page does while it waits for its server', async () => {
  const page = await product.context.newPage();
  // A connection on which the service worker does not arrive.
  await page.addInitScript('ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined)');
  await page.addInitScript(
    'Object.defineProperty(ServiceWorkerContainer.prototype, "controller", { get: () => null })',
  );
  await page.goto(product.baseUrl);
  await page.getByText('Setting up: this browser becomes the server.').waitFor();
  await page.getByRole('button', { name: 'Choose a video' }).waitFor();
  expect(await page.getByText('Starting', { exact: true }).isVisible()).toBe(true);
  await page.close();
});
