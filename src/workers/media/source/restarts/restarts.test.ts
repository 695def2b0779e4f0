import { describe, expect, it } from 'vitest';
import { isClockJump } from './clock-jumps.ts';
import { findMatroskaRestarts } from './joined-matroska.ts';
import { findOggRestarts } from './chained-ogg.ts';
import { findProgramRestarts } from './program-stream.ts';
import { splitFile } from './split-file.ts';
import { countMediaStreams } from './stream-map.ts';
import { findTransportRestarts } from './transport-stream.ts';

const second = 90_000;
const [mapPid, videoPid] = [0x1000, 0x100];

const file = (...parts: readonly (readonly number[] | Uint8Array)[]): File =>
  new File(
    parts.map((part) => Uint8Array.from(part)),
    'recording',
  );

/** Creates a packet of 188 bytes: its header, content and padding. */
function packet(pid: number, rest: readonly number[], hasStart = false): Uint8Array {
  const bytes = new Uint8Array(188).fill(0xff);
  bytes.set([0x47, (hasStart ? 0x40 : 0) | (pid >> 8), pid & 255, ...rest]);
  return bytes;
}

/** Creates a packet with a program clock, in seconds. */
function clockPacket(seconds: number): Uint8Array {
  const ticks = Math.round(seconds * second) % 2 ** 33;
  const high = Math.floor(ticks / 2);
  const bytes = [high >>> 24, (high >>> 16) & 255, (high >>> 8) & 255, high & 255, (ticks % 2) * 128 + 0x7e, 0];
  return packet(videoPid, [0x30, 7, 0x10, ...bytes]);
}

function section(id: number, body: readonly number[]): number[] {
  const length = body.length + 4;
  return [0x10, 0, id, 0xb0 | (length >> 8), length & 255, ...body, 0, 0, 0, 0];
}

const associations = packet(0, section(0, [0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | (mapPid >> 8), mapPid & 255]), true);
const map = (...streams: readonly (readonly number[])[]): Uint8Array => {
  const entries = streams.flatMap(([type = 0, ...descriptors]) => [
    type,
    0xe1,
    0,
    0xf0,
    descriptors.length,
    ...descriptors,
  ]);
  return packet(mapPid, section(2, [0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...entries]), true);
};

const recording = (from: number, to: number): Uint8Array[] => [
  associations,
  map([0x1b], [0x0f]),
  ...Array.from({ length: Math.round((to - from) / 0.1) }, (_, index) => clockPacket(from + index * 0.1)),
];

describe('isClockJump', () => {
  it('is true for a step back and a long way ahead, but not for a wrap or a lost second', () => {
    expect(isClockJump(10 * second, 0)).toBe(true);
    expect(isClockJump(10 * second, 9.9 * second)).toBe(false);
    expect(isClockJump(0, 11 * second)).toBe(true);
    expect(isClockJump(0, 5 * second)).toBe(false);
    expect(isClockJump(2 ** 33 - second, second)).toBe(false);
  });
});

describe('a transport stream', () => {
  it('is split before the tables of the next recording', async () => {
    const [first, later] = [recording(1.4, 7), recording(3600, 3606)];
    expect(await findTransportRestarts(file(...first, ...later))).toEqual([
      { offset: first.length * 188, head: new Uint8Array() },
    ]);
    expect(await findTransportRestarts(file(...later, ...first))).toMatchObject([{ offset: later.length * 188 }]);
    expect(await findTransportRestarts(file(...recording(95_442, 95_448)))).toEqual([]);
  });

  it('has its tables repeated where a clock jumps without them', async () => {
    const first = recording(0, 3);
    const parts = await splitFile(file(...first, ...recording(50, 53).slice(2)));
    expect(parts?.map(({ size }) => size)).toEqual([first.length * 188, 30 * 188 + 2 * 188]);
    const head = new Uint8Array((await parts?.[1]?.arrayBuffer()) ?? []);
    expect(head.slice(0, 188)).toEqual(associations);
  });

  it('is read on after a truncated packet', async () => {
    const first = recording(1.4, 7);
    const [cut, later] = [Buffer.concat(first).subarray(0, -70), recording(3600, 3606)];
    expect(await findTransportRestarts(file(cut, ...later))).toMatchObject([{ offset: cut.length }]);
    const slipped = [...recording(0, 3), new Uint8Array(50).fill(0x47), ...recording(3, 6).slice(2)];
    expect(await findTransportRestarts(file(...slipped))).toEqual([]);
  });

  it('of many megabytes is searched by samples', async () => {
    const filling = Buffer.concat(Array.from({ length: 700 }, () => packet(0x1fff, [])));
    const long = (from: number): Uint8Array[] =>
      Array.from({ length: 300 }, (_, index) => [
        associations,
        map([0x1b]),
        clockPacket(from + index * 0.1),
        filling,
      ]).flat();
    const [first, later] = [Buffer.concat(long(100)), Buffer.concat(long(2))];
    const joined = file(first, later);
    expect(joined.size).toBeGreaterThan(64 * 1024 * 1024);
    expect(await findTransportRestarts(joined)).toMatchObject([{ offset: first.length }]);
  });

  it('reports the number of audio and video streams in its map', async () => {
    const opus = [0x06, 5, 4, ...Buffer.from('Opus')];
    const teletext = [0x06, 0x56, 0];
    expect(await countMediaStreams(file(...recording(0, 1)))).toBe(2);
    const withOthers = [
      associations,
      map([0x02], [0x81], opus, teletext),
      clockPacket(0),
      clockPacket(1),
      clockPacket(2),
    ];
    expect(await countMediaStreams(file(...withOthers))).toBe(3);
    expect(await countMediaStreams(file(...recording(0, 1).slice(2)))).toBeNull();
  });
});

describe('a program stream', () => {
  const pack = (seconds: number): number[] => {
    const ticks = Math.round(seconds * second);
    const bit = (shift: number, mask: number): number => Math.floor(ticks / 2 ** shift) & mask;
    const high = [0x44 | (bit(30, 7) << 3) | bit(28, 3), bit(20, 255), (bit(15, 31) << 3) | 4 | bit(13, 3)];
    const low = [bit(5, 255), (bit(0, 31) << 3) | 4, 1];
    return [0, 0, 1, 0xba, ...high, ...low, 0, 0, 3, 0xf8, ...Array.from({ length: 2034 }, () => 0x55)];
  };
  const packs = (from: number): number[][] => Array.from({ length: 20 }, (_, index) => pack(from + index / 10));

  it('is split at the pack whose clock starts again, and not at similar bytes', async () => {
    const first = packs(1);
    expect(await findProgramRestarts(file(...first, ...packs(0.2)))).toEqual([first.flat().length]);
    expect(await findProgramRestarts(file(...first, ...packs(5000)))).toEqual([first.flat().length]);
    expect(await findProgramRestarts(file(...first, pack(700), ...packs(3)))).toEqual([]);
  });
});

describe('an Ogg file', () => {
  const page = (isFirst: boolean): number[] => {
    const head = [...Buffer.from('OggS'), 0, isFirst ? 2 : 0, ...Array.from({ length: 20 }, () => 0)];
    return [...head, 2, 255, 3, ...Array.from({ length: 258 }, () => 7)];
  };

  it('is split where streams begin after pages that are not first pages', async () => {
    const song = [page(true), page(true), page(false), page(false)];
    expect(await findOggRestarts(file(...song, ...song, ...song))).toEqual([4 * 287, 8 * 287]);
    expect(await findOggRestarts(file(...song))).toEqual([]);
  });
});

describe('a Matroska file', () => {
  const header = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...Buffer.from('webm')];
  const segment = (size: readonly number[]): number[] => [
    ...header,
    0x18,
    0x53,
    0x80,
    0x67,
    ...size,
    ...Array.from({ length: 100 }, () => 0x1a),
  ];

  it('is split at the next header, whether or not its segment states a size', async () => {
    const [sized, live] = [segment([0x80 + 100]), segment([0x01, 255, 255, 255, 255, 255, 255, 255])];
    expect(await findMatroskaRestarts(file(sized, sized, live))).toEqual([sized.length, 2 * sized.length]);
    expect(await findMatroskaRestarts(file(live, live))).toEqual([live.length]);
    expect(await findMatroskaRestarts(file(live))).toEqual([]);
  });
});
