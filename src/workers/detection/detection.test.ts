import { expect, test, vi } from 'vitest';
import { voiceWindow, type DetectionRunner } from '#core/analysis/detection.ts';
import { toDeployed, type DetectorEntry } from '#core/model/models.ts';
import type { Picture } from '#core/lib/picture.ts';
import { toDetectorEntry, toyFaces, toyVoice } from '../../../test/support/detector-files.ts';
import { createDetection } from './detection.ts';

// The first session of a process compiles 14 MB of WebAssembly.
vi.setConfig({ testTimeout: 60_000 });

type File = { readonly entry: DetectorEntry; readonly bytes: Uint8Array<ArrayBuffer> };

const voice: File = { bytes: toyVoice(), entry: toDetectorEntry('voice', toyVoice()) };
const faces: File = { bytes: toyFaces(), entry: toDetectorEntry('faces', toyFaces()) };

/** Opens detection with these files; `reads` counts the reads of each file. */
async function open(...files: File[]): Promise<{ detection: DetectionRunner; reads: () => number }> {
  let reads = 0;
  const detection = createDetection({
    files: {
      fetchDeployed: async (name) => {
        reads += 1;
        const found = files.find(({ entry }) => entry.variants[0]?.file === name);
        return found?.bytes ?? Promise.reject(new Error('no such file'));
      },
      readKept: () => Promise.reject(new Error('nothing is kept')),
    },
    runtimeFiles: null,
  });
  for (const { entry } of files) {
    await detection.open(toDeployed(entry));
  }
  return { detection, reads: () => reads };
}

/** Returns samples in which the maximum of each window is its number in tenths, at the window's last sample. */
function count(windows: number): Float32Array {
  const samples = new Float32Array(windows * voiceWindow);
  for (let at = 0; at < windows; at += 1) {
    samples[(at + 1) * voiceWindow - 1] = (at + 1) / 10;
  }
  return samples;
}

const round = (values: ArrayLike<number>): number[] => Array.from(values, (value) => Math.round(value * 100) / 100);

test("receives each window with the end of the previous one and the network's state", async () => {
  const { detection } = await open(voice);
  const quiet = new Float32Array(2 * voiceWindow);
  quiet[voiceWindow - 65] = 0.5;
  quiet[voiceWindow - 1] = 0.25;
  // The second window includes the last 64 samples of the first: the quieter of the two.
  expect(round(await detection.hear(quiet))).toEqual([0.5, 0.26]);
});

test('accepts audio in chunks of any length', async () => {
  const { detection } = await open(voice);
  const samples = count(5);
  const whole = round(await detection.hear(samples));
  await detection.endSound();
  const pieces: number[] = [];
  for (let at = 0; at < samples.length; at += 300) {
    pieces.push(...round(await detection.hear(samples.subarray(at, at + 300))));
  }
  expect(pieces).toEqual(whole);
  expect(whole).toEqual([0.1, 0.21, 0.32, 0.43, 0.54]);
});

test('completes the last window at the end of the audio, and starts the next audio without state', async () => {
  const { detection } = await open(voice);
  await detection.hear(count(3));
  await detection.hear(Float32Array.of(0, 0.9));
  expect(round(await detection.endSound())).toEqual([0.93]);
  expect(round(await detection.hear(new Float32Array(voiceWindow)))).toEqual([0]);
  expect(round(await detection.endSound())).toEqual([]);
});

/** Paints a dark image with red squares of 8 pixels at these places. */
function paint(width: number, height: number, places: readonly [x: number, y: number][], side = 8): Picture {
  const rgb = new Uint8Array(3 * width * height);
  for (const [left, top] of places) {
    for (let y = top; y < top + side; y += 1) {
      for (let x = left; x < left + side; x += 1) {
        rgb[3 * (y * width + x)] = 255;
      }
    }
  }
  return { width, height, rgb };
}

test('finds faces in images of any size', async () => {
  const { detection } = await open(faces);
  const found = await detection.findFaces(paint(90, 50, [[72, 40]]));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    x: 68,
    y: 36,
    width: 8,
    height: 8,
    points: expect.arrayContaining([{ x: 72, y: 40 }]),
  });
  expect(found[0]?.score).toBeCloseTo(1, 4);
  expect(await detection.findFaces(paint(90, 50, []))).toEqual([]);
});

test("scales down a large image, and returns its faces in the image's own pixels", async () => {
  const { detection } = await open(faces);
  const [face, ...others] = await detection.findFaces(paint(1280, 96, [[320, 48]], 16));
  expect(others).toEqual([]);
  expect(face).toMatchObject({ x: 312, y: 40, width: 16, height: 16 });
});

test('opens one detector of each task, and reads the same file once', async () => {
  const { detection, reads } = await open(voice, faces);
  expect(reads()).toBe(2);
  await detection.hear(count(2));
  await detection.open(toDeployed(voice.entry));
  expect(reads()).toBe(2);
  // The state of the previous audio is cleared.
  expect(round(await detection.hear(count(1)))).toEqual([0.1]);
  expect(await detection.findFaces(paint(64, 64, [[8, 8]]))).toHaveLength(1);
});

test('replaces the open model by another one of the same task', async () => {
  const bytes = toyFaces(2);
  const tall: File = { bytes, entry: { ...toDetectorEntry('faces', bytes), id: 'tall' } };
  const { detection } = await open(faces, { ...tall, entry: withFile(tall.entry, 'tall.onnx') });
  expect((await detection.findFaces(paint(64, 64, [[16, 16]])))[0]?.height).toBeCloseTo(16, 4);
});

const withFile = (entry: DetectorEntry, file: string): DetectorEntry => {
  const variants = entry.variants.map((one) => ({ ...one, file }));
  return { ...entry, variants };
};

test('refuses, with its name, a model that does not match its family, is not a model, or is not open', async () => {
  const misfit: File = { bytes: faces.bytes, entry: toDetectorEntry('voice', faces.bytes, 'Deaf') };
  await expect(open(misfit)).rejects.toMatchObject({
    code: 'MODEL_UNUSABLE',
    message: expect.stringMatching(/"Deaf" lacks state, output, stateN/),
  });
  const other: File = { bytes: voice.bytes, entry: toDetectorEntry('faces', voice.bytes, 'Blind') };
  await expect(open(other)).rejects.toMatchObject({
    code: 'MODEL_UNUSABLE',
    message: expect.stringContaining('cls_8'),
  });
  const noise = new Uint8Array(500).fill(7);
  await expect(open({ bytes: noise, entry: toDetectorEntry('voice', noise) })).rejects.toMatchObject({
    code: 'MODEL_UNUSABLE',
    message: expect.stringContaining('"Toy voice" cannot be run'),
  });
  const { detection } = await open(faces);
  await expect(detection.hear(count(1))).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(detection.open(toDeployed(voice.entry))).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
});
