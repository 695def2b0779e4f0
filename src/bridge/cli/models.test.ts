import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { knownMattes, knownModels } from '#core/model/manifest.ts';
import type { MatteEntry, ModelEntry } from '#core/model/models.ts';
import { dispatch } from './cli.ts';
import { fetchModels } from './models.ts';

const address = 'https://models.example/weights.onnx';
const weights = Buffer.from('weights '.repeat(5000));
const server = setupServer();
let dir: string;
let lines: string[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'offcut-models-'));
  lines = [];
});
afterEach(async () => {
  server.resetHandlers();
  await rm(dir, { recursive: true });
});

function model(changes: Partial<MatteEntry> = {}, file = 'weights.onnx', url: string | null = address): MatteEntry {
  const [any] = knownMattes;
  if (!any) {
    throw new Error('the manifest is empty');
  }
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const variants = [
    { file, bytes: weights.length, sha256, width: 256, height: 256, address: url, isReachableFromPage: true },
  ];
  return { ...any, name: 'Test', licence: 'MIT', isRecommended: true, variants, ...changes };
}

function fetchInto(models: readonly ModelEntry[], timeoutMs = 5000): Promise<boolean> {
  return fetchModels({ dir, timeoutMs, log: (line) => lines.push(line), models });
}

describe('fetching models', () => {
  test('writes the bytes under the name of the manifest, once', async () => {
    let requests = 0;
    server.use(
      http.get(address, () => {
        requests += 1;
        return HttpResponse.arrayBuffer(new Uint8Array(weights).buffer);
      }),
    );
    expect(await fetchInto([model()])).toBe(true);
    expect(await readFile(join(dir, 'weights.onnx'))).toEqual(weights);
    expect(await readdir(dir)).toEqual(['weights.onnx']);
    expect(await fetchInto([model()])).toBe(true);
    expect(requests).toBe(1);
    expect(lines).toEqual([
      'Test (MIT): weights.onnx fetched, 0.0 MB',
      'Test (MIT): weights.onnx is already up to date',
    ]);
  });

  test('follows redirects, which model hubs respond with', async () => {
    server.use(
      http.get('https://hub.example/weights', () => HttpResponse.redirect(address, 302)),
      http.get(address, () => HttpResponse.arrayBuffer(new Uint8Array(weights).buffer)),
    );
    expect(await fetchInto([model({}, 'weights.onnx', 'https://hub.example/weights')])).toBe(true);
  });

  test('replaces a file that differs from the manifest', async () => {
    await writeFile(join(dir, 'weights.onnx'), 'half of it');
    server.use(http.get(address, () => HttpResponse.arrayBuffer(new Uint8Array(weights).buffer)));
    expect(await fetchInto([model()])).toBe(true);
    expect(await readFile(join(dir, 'weights.onnx'))).toEqual(weights);
  });
});

describe('a failed download leaves no file, and the other models are fetched', () => {
  test.each([
    ['other bytes', Buffer.from(weights).fill(0, 0, 1), /differs from the manifest/],
    ['too many bytes', Buffer.concat([weights, weights]), /differs from the manifest/],
    ['too few bytes', weights.subarray(1), /differs from the manifest/],
  ])('%s', async (_, bytes, expected) => {
    const good = 'https://models.example/good.onnx';
    server.use(
      http.get(address, () => HttpResponse.arrayBuffer(new Uint8Array(bytes).buffer)),
      http.get(good, () => HttpResponse.arrayBuffer(new Uint8Array(weights).buffer)),
    );
    expect(await fetchInto([model(), model({ name: 'Good' }, 'good.onnx', good)])).toBe(false);
    expect(await readdir(dir)).toEqual(['good.onnx']);
    expect(lines.find((line) => line.startsWith('Test'))).toMatch(expected);
    expect(lines.find((line) => line.startsWith('Good'))).toMatch(/good.onnx fetched/);
  });

  test('404', async () => {
    server.use(http.get(address, () => new HttpResponse(null, { status: 404 })));
    expect(await fetchInto([model()])).toBe(false);
    expect(lines).toEqual(['Test (MIT): weights.onnx not fetched: models.example responded with status 404']);
  });

  test('no network', async () => {
    server.use(http.get(address, () => HttpResponse.error()));
    expect(await fetchInto([model()])).toBe(false);
    expect(lines[0]).toMatch(/^Test \(MIT\): weights.onnx not fetched: ./);
    expect(await readdir(dir)).toEqual([]);
  });

  test('a server that does not respond in time', async () => {
    server.use(
      http.get(address, async () => {
        await delay('infinite');
      }),
    );
    expect(await fetchInto([model()], 100)).toBe(false);
    expect(lines).toEqual(['Test (MIT): weights.onnx not fetched: the time limit of 0.1 s is over']);
  });

  // Uses a real server, because msw keeps a copy of each response and reads it to its end even if the client cancels.
  test('a server that stops halfway', async () => {
    server.close();
    const stalling = createServer((_, response) => response.write(weights.subarray(0, 100)));
    stalling.listen(0, '127.0.0.1');
    await once(stalling, 'listening');
    const bound = stalling.address();
    const port = typeof bound === 'object' ? bound?.port : undefined;
    expect(await fetchInto([model({}, 'weights.onnx', `http://127.0.0.1:${port}/`)], 300)).toBe(false);
    expect(lines).toEqual(['Test (MIT): weights.onnx not fetched: the time limit of 0.3 s is over']);
    expect(await readdir(dir)).toEqual([]);
    stalling.closeAllConnections();
    stalling.close();
    server.listen({ onUnhandledRequest: 'error' });
  });
});

describe('npm run models', () => {
  test('fails when a recommended model is missing at the end', async () => {
    server.use(http.get('https://huggingface.co/*', () => new HttpResponse(null, { status: 503 })));
    await expect(dispatch('models', ['--dir', dir])).rejects.toThrow(/Some of these models could not be fetched/);
  });

  test('fetches the models with the given ids, recommended or not', async () => {
    const asked: string[] = [];
    server.use(
      http.get('https://*', ({ request }) => {
        asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
        return new HttpResponse(null, { status: 503 });
      }),
    );
    await expect(dispatch('models', ['rvm', 'isnet-general', '--dir', dir])).rejects.toThrow(/Some of these models/);
    expect(asked.toSorted()).toEqual(['isnet-general-use.onnx', 'rvm_mobilenetv3_fp32.onnx']);
  });

  test('lists the known models', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await dispatch('models', ['--list']);
    const text = written.mock.calls.map(([chunk]) => String(chunk)).join('');
    written.mockRestore();
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(knownModels.length);
    expect(text).toMatch(/^rvm +15\.0 MB {2}Robust Video Matting \(GPL-3\.0\)/m);
  });

  test.each([[['--timeout', 'soon']], [['--timeout', '-1']], [['--where', 'here']], [['here']]])(
    'refuses %j',
    async (args) => {
      await expect(dispatch('models', args)).rejects.toThrow(/unknown option|not a positive number|Unknown model/);
    },
  );
});
