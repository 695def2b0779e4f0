import { describe, expect, test } from 'vitest';
import { scanSoundDuration } from './scan-duration.ts';
import { readMpegFrame } from '#core/lib/sound-frames.ts';

/** Creates a frame of MPEG 1, layer 3, 44.1 kHz, mono. Index 0 of the bit rates is free format. */
function mp3Frame(bitRate: number, freeBytes = 0, padding = 0): Uint8Array {
  const head = [0xff, 0xfb, (bitRate << 4) | (padding << 1), 0xc0];
  const sizeBytes = readMpegFrame(Uint8Array.from(head), 0)?.sizeBytes ?? freeBytes + padding;
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(head);
  return bytes;
}
const variable = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => mp3Frame(1 + (index % 14)));
const frameSeconds = 1152 / 44_100;

/** Creates a frame of ADTS: AAC LC of 48 kHz. */
function adtsFrame(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set([0xff, 0xf1, 0x4c, 0x80 | (sizeBytes >> 11), (sizeBytes >> 3) & 255, ((sizeBytes & 7) << 5) | 31, 0xfc]);
  return bytes;
}

function tagged(word: 'Xing' | 'Info', frames: number, audioBytes: number | null, encoder = ''): Uint8Array {
  const bytes = mp3Frame(9);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from(word), 21);
  view.setUint32(25, audioBytes === null ? 1 : 3);
  view.setUint32(29, frames);
  view.setUint32(33, audioBytes ?? 0);
  bytes.set(Buffer.from(encoder), 21 + 120);
  // A delay of 576 samples and a padding of 1000.
  bytes.set([0x24, 0x03, 0xe8], 21 + 141);
  return bytes;
}

function vbri(frames: number, audioBytes: number): Uint8Array {
  const bytes = mp3Frame(9);
  bytes.set(Buffer.from('VBRI'), 36);
  new DataView(bytes.buffer).setUint32(46, audioBytes);
  new DataView(bytes.buffer).setUint32(50, frames);
  return bytes;
}

const file = (...parts: Uint8Array[]): Blob => new Blob(parts.map((part) => Uint8Array.from(part)));
const getSize = (...parts: Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);
const id3 = (sizeBytes: number): Uint8Array => {
  const bytes = new Uint8Array(10 + sizeBytes);
  bytes.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, sizeBytes >> 7, sizeBytes & 127]);
  return bytes;
};

describe('the duration of frames without a tag', () => {
  test('is their number, whatever their bit rates are', async () => {
    expect(await scanSoundDuration(file(...variable(3000)))).toBeCloseTo(3000 * frameSeconds, 9);
  });

  test('skips tags, other bytes between frames, and a truncated last frame', async () => {
    const junk = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251);
    const end = Uint8Array.from(Buffer.from(`TAG${'title'.repeat(25)}`));
    const frames = variable(200);
    const cut = mp3Frame(9).subarray(0, 100);
    const whole = file(id3(300), id3(20), ...frames.slice(0, 50), junk, id3(40), ...frames.slice(50), end);
    expect(await scanSoundDuration(whole)).toBeCloseTo(200 * frameSeconds, 9);
    expect(await scanSoundDuration(file(new Uint8Array(5000), junk, ...frames, cut))).toBeCloseTo(
      200 * frameSeconds,
      9,
    );
  });

  test('is found in free format', async () => {
    const frames = Array.from({ length: 100 }, (_, index) => mp3Frame(0, 700, index % 2));
    expect(await scanSoundDuration(file(...frames))).toBeCloseTo(100 * frameSeconds, 9);
  });

  test('is found for AAC in ADTS', async () => {
    const frames = Array.from({ length: 500 }, (_, index) => adtsFrame(100 + ((index * 37) % 900)));
    expect(await scanSoundDuration(file(id3(10), ...frames))).toBeCloseTo((500 * 1024) / 48_000, 9);
    expect(await scanSoundDuration(file(new Uint8Array(99), ...frames))).toBeCloseTo((500 * 1024) / 48_000, 9);
  });

  test('is found for AC-3, and for E-AC-3 with frames that only add channels', async () => {
    // 48 kHz, 64 kbit/s; and E-AC-3 of 400 bytes a frame.
    const ac3 = new Uint8Array(256);
    ac3.set([0x0b, 0x77, 0, 0, 8, 0x40]);
    expect(await scanSoundDuration(file(...Array.from({ length: 100 }, () => ac3)))).toBeCloseTo(3.2, 9);
    const [own, added] = [0, 0x40].map((type) => {
      const frame = new Uint8Array(400);
      frame.set([0x0b, 0x77, type, 199, 0x34, 0x80]);
      return frame;
    });
    const both = Array.from({ length: 100 }, () => [own, added]).flat();
    expect(await scanSoundDuration(file(...both.filter((one) => one !== undefined)))).toBeCloseTo(3.2, 9);
  });

  test('is found for AMR, whose frames of silence are shorter', async () => {
    const speech = new Uint8Array(32).fill(0x3c, 0, 1);
    const silence = new Uint8Array(6).fill(0x44, 0, 1);
    const all = [...Array.from({ length: 100 }, () => speech), ...Array.from({ length: 400 }, () => silence)];
    expect(await scanSoundDuration(file(Buffer.from('#!AMR\n'), ...all))).toBeCloseTo(10, 9);
    expect(await scanSoundDuration(file(Buffer.from('#!AMR\n'), ...all, speech.subarray(0, 9)))).toBeCloseTo(10, 9);
    const wide = Array.from({ length: 50 }, () => new Uint8Array(61).fill(0x44, 0, 1));
    expect(await scanSoundDuration(file(Buffer.from('#!AMR-WB\n'), ...wide))).toBeCloseTo(1, 9);
  });

  test('is null without frames', async () => {
    expect(await scanSoundDuration(file())).toBeNull();
    expect(await scanSoundDuration(file(id3(300)))).toBeNull();
    expect(await scanSoundDuration(file(new Uint8Array(100_000).fill(255)))).toBeNull();
  });
});

describe('the duration of frames with a tag', () => {
  const frames = variable(300);
  const bytes = getSize(...frames, mp3Frame(9));

  test('is the one that a Xing or VBRI tag states', async () => {
    // The tags state one frame too many, to distinguish the stated duration from the counted one.
    expect(await scanSoundDuration(file(tagged('Xing', 301, bytes), ...frames))).toBeCloseTo(301 * frameSeconds, 9);
    expect(await scanSoundDuration(file(tagged('Xing', 301, null), ...frames))).toBeCloseTo(301 * frameSeconds, 9);
    expect(await scanSoundDuration(file(vbri(301, bytes), ...frames))).toBeCloseTo(301 * frameSeconds, 9);
  });

  test('excludes the delay and the padding of an encoder that states them', async () => {
    const sound = file(tagged('Info', 300, bytes, 'LAME3.100'), ...frames);
    expect(await scanSoundDuration(sound)).toBeCloseTo(300 * frameSeconds - 1576 / 44_100, 9);
  });

  test('is counted if the tag states another length: in joined or truncated files', async () => {
    const part = [tagged('Xing', 300, bytes), ...frames];
    expect(await scanSoundDuration(file(...part, ...frames))).toBeCloseTo(600 * frameSeconds, 9);
    expect(await scanSoundDuration(file(...part.slice(0, 101)))).toBeCloseTo(100 * frameSeconds, 9);
  });
});
