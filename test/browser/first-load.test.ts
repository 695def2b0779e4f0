import { expect, test } from 'vitest';
import { getBuild } from '../support/build-server.ts';
import { firstLoadLimits, measureFirstLoad } from '../support/first-load.ts';

test('a first visit costs little: what is large is fetched when it is needed', async () => {
  const { pageBytes, serviceWorkerBytes, laterBytes } = measureFirstLoad(await getBuild('product'));
  console.log(`page ${pageBytes} bytes, service worker ${serviceWorkerBytes}, gzipped`);
  expect(pageBytes).toBeGreaterThan(10_000);
  expect(pageBytes).toBeLessThan(firstLoadLimits.pageBytes);
  expect(serviceWorkerBytes).toBeGreaterThan(10_000);
  expect(serviceWorkerBytes).toBeLessThan(firstLoadLimits.serviceWorkerBytes);
  expect(Object.values(laterBytes).every((bytes) => bytes > 0)).toBe(true);
});
