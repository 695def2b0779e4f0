import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { voiceSampleRate, type DetectionRunner, type Face } from '#core/analysis/detection.ts';
import { knownModels } from '#core/model/manifest.ts';
import { toDeployed, type DetectorEntry, type DetectorTask, type ModelEntry } from '#core/model/models.ts';
import { canJudge, decodeFrames, decodeSound, sharedFolder } from '../../../test/support/native.ts';
import { createDetection } from './detection.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = `${sharedFolder}/models`;
const media = `${sharedFolder}/media`;

/** Returns whether the real models and test clips are available; otherwise logs the reason. */
function canCompare(): boolean {
  const isHere = existsSync(`${folder}/silero_vad_op18_ifless.onnx`) && canJudge();
  if (!isHere) {
    console.log('skipped: the shared models of voice and faces, or native ffmpeg, are not here');
  }
  return isHere;
}

const isOf =
  (task: DetectorTask) =>
  (entry: ModelEntry): entry is DetectorEntry =>
    entry.task === task;

/** Opens the manifest's detector of a task. The real file must have its size and SHA-256. */
async function open(task: DetectorTask): Promise<DetectionRunner> {
  const detection = createDetection({
    files: {
      fetchDeployed: async (file) => new Uint8Array(await readFile(`${folder}/${file}`)),
      readKept: () => Promise.reject(new Error('nothing is kept')),
    },
    runtimeFiles: null,
  });
  const [entry] = knownModels.filter(isOf(task));
  if (!entry) {
    throw new Error(`the manifest has no model for ${task}`);
  }
  await detection.open(toDeployed(entry));
  return detection;
}

/** The outputs of native onnxruntime 1.30 for windows of a talking head: the start, and the probabilities. */
const speech = [
  [0, [0.03, 0.19, 0.43, 0.98, 0.99, 1, 1, 1]],
  [28, [1, 1, 0.97, 0.89, 0.77, 0.69, 0.66, 0.57, 0.48, 0.3, 0.22, 0.19, 0.16, 0.34, 0.99, 1]],
  [145, [0.93, 0.73, 0.4, 0.2, 0.12, 0.09, 0.12, 0.08, 0.05, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04]],
  [160, [0.04, 0.05, 0.05, 0.03, 0.97, 1, 1, 1]],
  [244, [0.99, 0.96, 0.74, 0.51, 0.48, 0.28]],
] as const;

/** The outputs of native onnxruntime 1.30, with OpenCV's suppression of boxes, for faces in stills: box and eyes. */
const faces: readonly (readonly [
  string,
  { width: number; height: number },
  Pick<Face, 'score'> & { box: number[]; eyes: number[] },
])[] = [
  [
    'vb_doctor.jpg',
    { width: 640, height: 427 },
    { score: 0.945, box: [290.7, 61.3, 99.6, 136.2], eyes: [310.7, 113, 358.2, 114.3] },
  ],
  [
    'kt_selfie001.jpg',
    { width: 256, height: 144 },
    { score: 0.936, box: [91.7, 34.8, 49.1, 63.2], eyes: [106.1, 58.7, 129.2, 57.7] },
  ],
];

describe.skipIf(!canCompare())('real detectors return the outputs of native onnxruntime', () => {
  test('speech and pauses', async () => {
    const sound = await decodeSound(`${media}/video/talk_office_mpeg4.mp4`, voiceSampleRate, 8.1);
    const detection = await open('voice');
    const heard: number[] = [];
    for (let at = 0; at < sound.length; at += voiceSampleRate) {
      heard.push(
        ...(await detection.hear(Float32Array.from(sound.subarray(at, at + voiceSampleRate), (one) => one / 32_768))),
      );
    }
    for (const [from, expected] of speech) {
      for (const [index, probability] of expected.entries()) {
        expect(Math.abs((heard[from + index] ?? Number.NaN) - probability), `window ${from + index}`).toBeLessThan(
          0.03,
        );
      }
    }
  });

  test.each(faces)('the face in %s', async (file, size, expected) => {
    const [rgb = new Uint8Array()] = await decodeFrames(`${media}/stills/${file}`, { ...size, pixels: 'rgb24' });
    const [face, ...others] = await (await open('faces')).findFaces({ ...size, rgb });
    expect(others).toEqual([]);
    const { score = 0, x = 0, y = 0, width = 0, height = 0, points: [right, left] = [] } = face ?? {};
    expect(score).toBeCloseTo(expected.score, 2);
    const found = [x, y, width, height, right?.x, right?.y, left?.x, left?.y];
    for (const [index, value] of [...expected.box, ...expected.eyes].entries()) {
      expect(Math.abs((found[index] ?? Number.NaN) - value)).toBeLessThan(1);
    }
  });

  test('no face in a picture without people', async () => {
    const size = { width: 800, height: 534 };
    const [rgb = new Uint8Array()] = await decodeFrames(`${media}/stills/sam2_groceries.jpg`, {
      ...size,
      pixels: 'rgb24',
    });
    expect(await (await open('faces')).findFaces({ ...size, rgb })).toEqual([]);
  });
});
