import { EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, MovOutputFormat } from 'mediabunny';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryStore } from '#store/memory.ts';
import { createOutputFile, type CreateContainer } from './output-file.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a file of one second of audio at a time of the clock. */
async function makeAt(time: string, createContainer: CreateContainer): Promise<Buffer> {
  vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] });
  const { bytes } = createMemoryStore();
  const file = await createOutputFile(bytes, 'made', createContainer);
  const { output } = file;
  const source = new EncodedAudioPacketSource('pcm-s16');
  output.addAudioTrack(source, { maximumPacketCount: 1 });
  await output.start();
  const decoderConfig = { codec: 'pcm-s16', sampleRate: 8000, numberOfChannels: 1 };
  await source.add(new EncodedPacket(new Uint8Array(16_000), 'key', 0, 1), { decoderConfig });
  await file.finish();
  return Buffer.from(await (await bytes.read('made')).arrayBuffer());
}

const containers: readonly [string, CreateContainer][] = [
  ['an MP4 with its index in front', (hooks) => new Mp4OutputFormat({ fastStart: 'reserve', ...hooks })],
  ['a MOV with its index at the end', (hooks) => new MovOutputFormat({ fastStart: false, ...hooks })],
];

test.each(containers)(
  '%s has the same bytes whenever it is written, and contains no time',
  async (_, createContainer) => {
    const file = await makeAt('2026-01-02T03:04:05Z', createContainer);
    expect(file.equals(await makeAt('2031-06-07T08:09:10Z', createContainer))).toBe(true);
    for (const name of ['mvhd', 'tkhd', 'mdhd']) {
      const at = file.indexOf(name) + 8;
      expect([file.readUInt32BE(at), file.readUInt32BE(at + 4)]).toEqual([0, 0]);
    }
  },
);

test('removes 64-bit times too', async () => {
  // After February 2040 the seconds since 1904 do not fit into 32 bits.
  const [[, createContainer] = ['', null]] = containers;
  if (!createContainer) {
    throw new Error('no container');
  }
  const file = await makeAt('2041-01-02T03:04:05Z', createContainer);
  expect(file.equals(await makeAt('2042-01-02T03:04:05Z', createContainer))).toBe(true);
});
