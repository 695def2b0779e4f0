import { readFile } from 'node:fs/promises';
import { contractSuite } from '#conformance/contract.suite.ts';
import { shareProduct } from '#test/support/product.ts';
import { shippedWeights } from '#test/support/shipped-model.ts';

contractSuite({
  name: 'the real product through the local server',
  isScripted: false,
  start: async () => {
    const product = await shareProduct();
    const fixture = async (name: string) =>
      new Uint8Array(await readFile(new URL(`../../fixtures/sample/${name}`, import.meta.url)));
    return {
      baseUrl: `${product.baseUrl}/`,
      fetch: (url, init) => fetch(url, init),
      sandboxFetch: (url, init) => fetch(url, init),
      apiKey: product.apiKey,
      fixtures: {
        video: await fixture('short.mp4'),
        otherVideo: await fixture('empty.mp4'),
        model: await shippedWeights(144),
      },
      script: null,
      close: () => product.close(),
    };
  },
});
