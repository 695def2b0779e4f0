import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { agentSuite } from '#test/conformance/agent.suite.ts';
import { startProduct, type Product } from '#test/support/product.ts';

const talk = join(import.meta.dirname, '../../../public/sample/talk.mp4');

let product: Product;
let video: File;

describe('the product', { tags: ['long'] }, () => {
  beforeAll(async () => {
    product = await startProduct();
    video = new File([await readFile(talk)], 'talk.mp4', { type: 'video/mp4' });
  });
  afterAll(() => product.close());

  agentSuite('behind the local server', () => ({
    baseUrl: `${product.baseUrl}/`,
    apiKey: product.apiKey,
    video,
  }));
});
