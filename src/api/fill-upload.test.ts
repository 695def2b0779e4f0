import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { getData, expectFailure, read, toForm, type Reply } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

describe('uploads', () => {
  it('leave no bytes and no lock behind if they are refused, interrupted, or too late for their ticket', async () => {
    const { client, api } = await openNodeApi();
    const ticket = await client.newTicket();
    await client.fill(ticket, toForm('text', 'a.mp4'));
    const head = new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n');
    await client.call('POST', `/v1/uploads/${ticket}/file`, {
      key: null,
      body: new Uint8Array([...head, ...video]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    await api.emulator.store.transact(['account'], async (transaction) => {
      const row = await transaction.get('account', 'account');
      expect(row).toBeUndefined();
    });
    expect(await api.emulator.store.bytes.list()).toEqual([]);
    await Promise.all([client.fill(ticket, toForm(video, 'a.mp4')), client.fill(ticket, toForm(video, 'a.mp4'))]);
    expect(await api.emulator.store.bytes.list()).toHaveLength(1);
    await client.upload(video);
    expect(await api.emulator.store.bytes.list()).toHaveLength(1);
    expect((await api.emulator.store.bytes.held()).size).toBe(0);
  });

  it('keep to the storage cap together, also if they arrive at the same time', async () => {
    const { client, api } = await openNodeApi();
    await client.sandbox('PUT', '/caps', { maxStorageBytes: 1.5 * video.byteLength });
    const other = video.slice();
    other[other.length - 1] = 1 - (other[other.length - 1] ?? 0);
    const tickets = [await client.newTicket(), await client.newTicket()];
    const replies = await Promise.all(
      [video, other].map((bytes, i) => client.fill(tickets[i] ?? '', toForm(bytes, 'a.mp4'))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 507]));
    expect(await api.emulator.store.bytes.list()).toHaveLength(1);
  });

  it('of a large file are written in chunks of 1 MiB and hashed completely', async () => {
    const memory = createMemoryStore();
    const sizes: number[] = [];
    const bytes: Store['bytes'] = {
      ...memory.bytes,
      create: async (name) => {
        const sink = await memory.bytes.create(name);
        return {
          ...sink,
          write: (piece) => {
            sizes.push(piece instanceof Uint8Array ? piece.byteLength : Number.NaN);
            return sink.write(piece);
          },
        };
      },
    };
    const { client } = await openNodeApi({ store: { ...memory, bytes } });
    const large = new Uint8Array(9_000_000);
    large.set(video);
    large.set([13, 10, 45, 45], 4_194_302);
    const material = await client.upload(large, '../odd\u0000 name.mp4');
    expect(sizes).toEqual([4_194_304, 4_194_304, 611_392]);
    const digest = await crypto.subtle.digest('SHA-256', large);
    const [asset] = await memory.list('assets');
    expect(asset).toMatchObject({ id: material, name: 'odd name.mp4', sha256: Buffer.from(digest).toString('hex') });
    const response = await client.send('GET', `/media/${material}.mp4`, { key: null });
    expect(Buffer.from(large).equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  it('are refused early if Content-Length exceeds the limit', async () => {
    const { client } = await openNodeApi();
    await client.sandbox('PUT', '/caps', { maxFileBytes: 1000 });
    const ticket = await client.newTicket();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'Content-Length': '100000', 'Content-Type': 'multipart/form-data; boundary=b' },
    };
    const response = await client.target.fetch(`${client.target.baseUrl}v1/uploads/${ticket}/file`, init);
    expectFailure(await read(response), 413, 'FILE_TOO_LARGE');
    expect(pulled).toBeLessThan(3);
  });
});

it('refuses a font of more than 20 MiB, but not another file of that size', async () => {
  const { client, api } = await openNodeApi();
  const send = async (head: string): Promise<Reply> => {
    const bytes = new Uint8Array(20 * 1024 * 1024 + 1);
    bytes.set(Buffer.from(head, 'latin1'));
    return client.fill(await client.newTicket(), toForm(bytes, 'a'));
  };
  expectFailure(await send('wOF2'), 413, 'FILE_TOO_LARGE');
  expect(await api.emulator.store.bytes.list()).toEqual([]);
  expect((await send('fLaC')).status).toBe(200);
});

describe('an upload that takes long', () => {
  it('is answered before the browser ends the request, with its outcome in the body', async () => {
    const { client } = await openNodeApi({ timing: { outcomeMs: 60, heartbeatMs: 20 } });
    const slowly = async (bytes: Uint8Array): Promise<Reply> => {
      const pieces = [bytes.subarray(0, 9000), bytes.subarray(9000), '\r\n--b--\r\n'];
      const body = new ReadableStream<Uint8Array>({
        start: (to) => to.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n')),
        pull: async (to) => {
          await new Promise((resolve) => setTimeout(resolve, 60));
          const piece = pieces.shift();
          return piece === undefined ? to.close() : to.enqueue(Buffer.from(piece));
        },
      });
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers };
      const ticket = await client.newTicket();
      return read(await client.target.fetch(`${client.target.baseUrl}v1/uploads/${ticket}/file`, init));
    };
    const reply = await slowly(video);
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^ {2,}\{/);
    expect(getData(reply)).toMatchObject({ status: 'uploaded', bytes: video.byteLength });
    await client.sandbox('PUT', '/caps', { maxFileBytes: 20_000 });
    expect((await slowly(video)).body).toMatchObject({ success: false, errorCode: 'FILE_TOO_LARGE' });
  });
});
