import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { cancelJob, claimJob } from '#store/jobs.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { getData, expectFailure } from '#conformance/client.ts';
import { toWav } from '../../test/fixtures/sample/wav.ts';
import { openNodeApi, personModel } from '../../test/support/node-api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

describe('models', () => {
  it('chooses the best model for the subject, and reports a missing one', async () => {
    const models = [{ ...personModel, id: 'object-model', subject: 'object' as const }, personModel];
    const { client } = await openNodeApi({ models });
    const material = await client.upload(video);
    const run = (subject: string) => client.run({ material, subject });
    expect(getData(await run('auto'))).toMatchObject({ model: 'person-model' });
    expect(getData(await run('object'))).toMatchObject({ model: 'object-model' });
    const bare = await openNodeApi({ models: [personModel] });
    const refused = await bare.client.run({ material: await bare.client.upload(video), subject: 'object' });
    expectFailure(refused, 422, 'MODEL_NOT_INSTALLED');
    expect(refused.body.message).toContain('No model that cuts out objects is installed');
  });
});

describe('the format of a result', () => {
  const silence = new Uint8Array(toWav(new Float32Array(4800)));

  it('follows from the kind of the material, and an unsuitable format is refused before the run', async () => {
    const { client, api } = await openNodeApi();
    // A run must not end before an identical call joins it.
    api.emulator.declare({ tighten: { seconds: 60, failWith: 'NO_AUDIO' } });
    const run = (body: object) => client.call('POST', '/v1/run/tighten', { body });
    const sound = await client.upload(silence, 'talk.wav');
    const clip = await client.upload(video);
    const { id } = getData<{ id: string }>(await run({ material: sound }));
    expect((await api.emulator.store.get('jobs', id))?.input).toMatchObject({ outputFormat: 'm4a' });
    // An explicit default gives the same run.
    expect(getData(await run({ material: sound, outputFormat: 'm4a' }))).toMatchObject({ id });
    for (const [material, outputFormat] of [
      [sound, 'webm'],
      [clip, 'wav'],
    ]) {
      const refused = await run({ material, outputFormat });
      expectFailure(refused, 400, 'VALIDATION_FAILED');
      expect(refused.body.details).toMatchObject([{ path: 'outputFormat' }]);
    }
  });
});

describe('a run that begins while an identical call is being processed', () => {
  it('is joined, and does not block that call', async () => {
    const memory = createMemoryStore();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const store: Store = {
      ...memory,
      list: async (table, match) => {
        const rows = await memory.list(table, match);
        if (match?.index === 'fingerprint') {
          const begin = meanwhile;
          meanwhile = undefined;
          await begin?.();
        }
        return rows;
      },
    };
    const { client, api } = await openNodeApi({ store });
    // The first run must not end before the second call continues.
    api.emulator.setSeconds(60);
    const material = await client.upload(video);
    const later = { headers: { Prefer: 'respond-async' } };
    let first: unknown;
    meanwhile = async () => {
      first = getData(await client.run({ material }, later));
    };
    const second = getData<{ id: string }>(await client.run({ material }, later));
    expect(first).toMatchObject({ id: second.id });
  });
});

describe('a run that is being canceled', () => {
  it('is not joined by an identical call', async () => {
    const { client, api } = await openNodeApi();
    const material = await client.upload(video);
    // An engine has claimed the job, but does not read the cancellation yet.
    api.emulator.stop();
    vi.spyOn(api.emulator, 'isWorking', 'get').mockReturnValue(true);
    const { id } = getData<{ id: string }>(await client.run({ material }, { headers: { Prefer: 'respond-async' } }));
    await claimJob(api.emulator.store, 'busy', Date.now());
    expect(await cancelJob(api.emulator.store, id, Date.now())).toMatchObject({
      status: 'running',
      isCancelRequested: true,
    });
    expectFailure(await client.run({ material }), 409, 'IN_FLIGHT');
  });
});

describe('a video that is too small for a recipe', () => {
  it('is refused before its price, and before the run', async () => {
    const { client, api } = await openNodeApi();
    const material = await client.upload(video, 'dot.mp4');
    const { store } = api.emulator;
    // The engine inspects a new file.
    await vi.waitFor(async () => expect((await store.get('assets', material))?.facts).not.toBeNull());
    const setSize = async (side: number): Promise<void> => {
      const asset = await store.get('assets', material);
      const facts = {
        kind: 'video' as const,
        width: side,
        height: 40,
        durationSeconds: 1,
        frameRate: 30,
        hasSound: true,
      };
      await store.transact(['assets'], async (rows) => {
        if (asset) {
          await rows.put('assets', { ...asset, facts: { ...facts, fault: null } });
        }
      });
    };
    const estimate = (recipeId: string) => client.call('GET', `/v1/estimate?recipeId=${recipeId}&material=${material}`);
    await setSize(1);
    for (const refused of [await estimate('remove-background'), await client.run({ material })]) {
      expectFailure(refused, 415, 'UNSUPPORTED_MEDIA');
      expect(refused.body.message).toMatch(/^"dot\.mp4": The video is too small: 1x40 pixels\. At least 16/);
    }
    expect(await store.list('jobs')).toEqual([]);
    // This recipe cuts the audio only.
    getData(await estimate('tighten'));
    await setSize(16);
    getData(await estimate('remove-background'));
  });
});
