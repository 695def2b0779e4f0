import { EncodedPacket } from 'mediabunny';
import { expect, it } from 'vitest';
import { PacketQueue, type SoundPacket } from './packet-queue.ts';

/** Creates a packet of `length` bytes, all of which are its number. */
const makePacket = (number: number, length: number): EncodedPacket =>
  new EncodedPacket(new Uint8Array(length).fill(number), number === 1 ? 'key' : 'delta', number / 10, 0.1);

const getNumber = (taken: SoundPacket | null): number | undefined => taken?.packet.data[0];

it('returns packets in order, then null', async () => {
  const queue = new PacketQueue(100);
  const late = queue.take();
  queue.push(makePacket(1, 1));
  queue.push(makePacket(2, 1));
  queue.end();
  expect([await late, await queue.take()].map(getNumber)).toEqual([1, 2]);
  expect([await queue.take(), await queue.take()]).toEqual([null, null]);
});

it('keeps all properties of a packet, and the metadata of the first one', async () => {
  const queue = new PacketQueue(100);
  const meta = { decoderConfig: { codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 48_000 } };
  const packets = [makePacket(1, 5), makePacket(2, 0), makePacket(3, 7)];
  packets.forEach((packet, at) => queue.push(packet, at === 0 ? meta : {}));
  const taken = [await queue.take(), await queue.take(), await queue.take()];
  expect(taken.map((one) => one?.meta)).toEqual([meta, undefined, undefined]);
  const facts = ({ data, type, timestamp, duration }: EncodedPacket) => [[...data], type, timestamp, duration];
  expect(taken.map((one) => one && facts(one.packet))).toEqual(packets.map(facts));
});

it('accepts packets that fill many blocks, and one larger than any block', async () => {
  const queue = new PacketQueue(10_000_000);
  const lengths = Array.from({ length: 100 }, (_, at) => (at === 50 ? 1_000_000 : 10_000 + at));
  lengths.forEach((length, at) => queue.push(makePacket(at, length)));
  for (const [at, length] of lengths.entries()) {
    const taken = await queue.take();
    expect([getNumber(taken), taken?.packet.data.length, taken?.packet.data.at(-1)]).toEqual([at, length, at]);
  }
});

it('keeps packets in a few large buffers, whose memory is bounded', async () => {
  const queue = new PacketQueue(10_000_000);
  const count = 5000;
  for (let at = 0; at < count; at += 1) {
    queue.push(makePacket(1, 427));
  }
  const buffers = new Set<ArrayBufferLike>();
  for (let at = 0; at < count; at += 1) {
    buffers.add((await queue.take())?.packet.data.buffer ?? new ArrayBuffer(0));
  }
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(1.2 * count * 427);
});

it('makes the producer wait while it is full', async () => {
  const queue = new PacketQueue(60);
  queue.push(makePacket(1, 6));
  expect(await queue.hasRoom()).toBe(true);
  queue.push(makePacket(2, 6));
  let isFree = false;
  const free = queue.hasRoom().then((answer) => (isFree = answer));
  await Promise.resolve();
  expect(isFree).toBe(false);
  await queue.take();
  expect(await free).toBe(true);
});

it('releases a waiting producer when its packets are no longer needed', async () => {
  const queue = new PacketQueue(1);
  queue.push(makePacket(1, 1));
  const free = queue.hasRoom();
  queue.end();
  expect(await free).toBe(false);
});

it('throws a failure after all packets before it', async () => {
  const queue = new PacketQueue(10);
  queue.push(makePacket(1, 1));
  queue.end(new Error('broken'));
  expect(getNumber(await queue.take())).toBe(1);
  await expect(queue.take()).rejects.toThrow('broken');
});
