import { expect, test } from 'vitest';
import { journalName } from '#store/bytes.ts';
import { createMemoryStore } from '#store/memory.ts';
import { Journal, type Packet } from './journal.ts';

const config: VideoDecoderConfig = { codec: 'avc1.42001f', codedWidth: 4, description: Uint8Array.of(1, 2, 255) };

const packet = (number: number, alpha: Uint8Array | null = null): Packet => ({
  data: Uint8Array.from({ length: number + 1 }, () => number),
  alpha,
  isKey: number === 0,
  timestampUs: number * 33_333,
  durationUs: 33_333,
});

test('reads appended packets with their decoder configuration', async () => {
  const { bytes } = createMemoryStore();
  const journal = await Journal.open(bytes, 'a.webm', null);
  const packets = [packet(0, Uint8Array.of(7, 8)), packet(1), packet(2, Uint8Array.of(9))];
  for (const one of packets) {
    journal.append(one, config);
  }
  expect([...journal.packets()]).toEqual(packets);
  expect(journal.readConfig()).toEqual(config);
  expect(journal.packetCount).toBe(3);
});

test('discards packets after the mark when a run resumes', async () => {
  const { bytes } = createMemoryStore();
  const first = await Journal.open(bytes, 'a.webm', null);
  first.append(packet(0), config);
  const mark = first.flush();
  first.append(packet(1), undefined);
  first.append(packet(2), undefined);
  first.close();
  expect(await Journal.has(bytes, 'a.webm', mark)).toBe(true);
  expect(await Journal.readCodec(bytes, 'a.webm')).toBe(config.codec);
  const second = await Journal.open(bytes, 'a.webm', mark);
  second.append(packet(3), undefined);
  expect([...second.packets()]).toEqual([packet(0), packet(3)]);
  expect(second.readConfig()).toEqual(config);
  expect(second.packetCount).toBe(2);
});

test('rejects a journal that is missing or truncated', async () => {
  const { bytes } = createMemoryStore();
  const journal = await Journal.open(bytes, 'a.webm', null);
  journal.append(packet(0), config);
  const { sizeBytes, packetCount } = journal.flush();
  expect(await Journal.has(bytes, 'a.webm', { sizeBytes: sizeBytes + 1, packetCount })).toBe(false);
  expect(await Journal.has(bytes, 'b.webm', { sizeBytes: 0, packetCount: 0 })).toBe(false);
});

test('discards everything at a new start', async () => {
  const { bytes } = createMemoryStore();
  (await Journal.open(bytes, 'a.webm', null)).append(packet(0), config);
  await Journal.open(bytes, 'a.webm', null);
  expect((await bytes.read(journalName('a.webm'))).size).toBe(0);
});

test('reports a short write as a lack of space', async () => {
  const { bytes } = createMemoryStore();
  const full = { ...bytes, openLog: async (name: string) => ({ ...(await bytes.openLog(name)), write: () => 3 }) };
  const journal = await Journal.open(full, 'a.webm', null);
  expect(() => journal.append(packet(0), config)).toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
});
