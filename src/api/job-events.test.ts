import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { getData } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

describe('events', () => {
  const begin = async () => {
    const started = await openNodeApi();
    started.api.emulator.setSeconds(60);
    const material = await started.client.upload(video);
    const answer = await started.client.run({ material }, { headers: { Prefer: 'respond-async' } });
    return { ...started, id: getData<{ id: string }>(answer).id };
  };

  it('end when the client disconnects, also for a job that does not change', async () => {
    const { client, api, id } = await begin();
    const bell = { ...api.emulator.bell };
    let ears = 0;
    vi.spyOn(api.emulator.bell, 'listen').mockImplementation((hear) => {
      ears += 1;
      const deafen = bell.listen(hear);
      return () => {
        ears -= 1;
        deafen();
      };
    });
    api.emulator.stop();
    const response = await client.send('GET', `/v1/jobs/${id}/events`);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(ears).toBe(1);
    void reader?.cancel();
    await vi.waitFor(() => expect(ears).toBe(0));
  });

  it('end after a reset of the sandbox', async () => {
    const { client, api, id } = await begin();
    const response = await client.send('GET', `/v1/jobs/${id}/events`);
    api.emulator.stop();
    await api.emulator.store.clear();
    expect(await response.text()).toMatch(/event: end\ndata: \{\}\n\n$/);
  });

  it('are not queued for a client that does not read: it receives the newest state when it reads again', async () => {
    const { client, api } = await openNodeApi();
    api.emulator.setSeconds(0.5);
    const material = await client.upload(video);
    const { id } = getData<{ id: string }>(await client.run({ material }, { headers: { Prefer: 'respond-async' } }));
    const response = await client.send('GET', `/v1/jobs/${id}/events`);
    await vi.waitFor(async () => expect((await api.emulator.store.get('jobs', id))?.status).toBe('completed'), 3000);
    const text = await response.text();
    expect(text.match(/event: job/g)?.length).toBeLessThan(4);
    expect(text).toContain('"status":"completed"');
    expect(text).toMatch(/event: end\ndata: \{\}\n\n$/);
  });
});
