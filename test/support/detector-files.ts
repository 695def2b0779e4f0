import { createHash } from 'node:crypto';
import type { DetectorEntry, DetectorTask } from '#core/model/models.ts';
import { toOnnxFile } from './onnx-file.ts';

/**
 * Creates a file of the family silero-vad that detects no speech but reports its input: the maximum of the 576 samples
 * that the network receives, and a hundredth for each window before. With 0 for `hearing` it reports silence.
 */
export const toyVoice = (hearing = 1): Uint8Array<ArrayBuffer> =>
  toOnnxFile({
    nodes: [
      { type: 'ReduceMax', inputs: ['input'], output: 'loudest', attributes: { axes: [1], keepdims: 1 } },
      { type: 'ReduceMax', inputs: ['state'], output: 'windows', attributes: { axes: [0, 2], keepdims: 0 } },
      { type: 'Add', inputs: ['loudest', 'windows'], output: 'both' },
      { type: 'Mul', inputs: ['both', 'hearing'], output: 'output' },
      { type: 'Add', inputs: ['state', 'hundredth'], output: 'stateN' },
    ],
    weights: [
      { name: 'hundredth', dims: [1], data: Float32Array.of(0.01) },
      { name: 'hearing', dims: [1], data: Float32Array.of(hearing) },
    ],
    inputs: [
      { name: 'input', dims: ['batch', 'sequence'] },
      { name: 'state', dims: [2, 'batch', 128] },
      { name: 'sr', dims: [], type: 'int64' },
    ],
    outputs: ['output', 'stateN'],
  });

/**
 * Creates a file of the family yunet that detects cells of 8 pixels that are completely red as faces: as wide as a cell
 * and `tall` times as high, with all points at the cell's corner.
 */
export function toyFaces(tall = 1): Uint8Array<ArrayBuffer> {
  const maps = [8, 16, 32].flatMap((stride) =>
    Object.entries({ cls: 1, obj: 1, bbox: 4, kps: 10 }).map(([kind, channels]) => ({ stride, kind, channels })),
  );
  return toOnnxFile({
    nodes: maps.flatMap(({ stride, kind }) => [
      {
        type: 'Conv',
        inputs: ['input', `${kind}_${stride}_w`, `${kind}_${stride}_b`],
        output: `${kind}_${stride}_c`,
        attributes: { kernel_shape: [stride, stride], strides: [stride, stride] },
      },
      // Channels last, as one row for each cell.
      {
        type: 'Transpose',
        inputs: [`${kind}_${stride}_c`],
        output: `${kind}_${stride}_t`,
        attributes: { perm: [0, 2, 3, 1] },
      },
      { type: 'Flatten', inputs: [`${kind}_${stride}_t`], output: `${kind}_${stride}`, attributes: { axis: 3 } },
    ]),
    weights: maps.flatMap(({ stride, kind, channels }) => {
      const size = stride * stride;
      const isScore = stride === 8 && (kind === 'cls' || kind === 'obj');
      return [
        {
          name: `${kind}_${stride}_w`,
          dims: [channels, 3, stride, stride],
          // Of blue, green and red, only the last counts.
          data: Float32Array.from({ length: channels * 3 * size }, (_, at) =>
            isScore && at >= 2 * size ? 1 / (255 * size) : 0,
          ),
        },
        {
          name: `${kind}_${stride}_b`,
          dims: [channels],
          data: Float32Array.from({ length: channels }, (_, at) => (kind === 'bbox' && at === 3 ? Math.log(tall) : 0)),
        },
      ];
    }),
    inputs: [{ name: 'input', dims: ['batch', 3, 'height', 'width'] }],
    outputs: maps.map(({ stride, kind }) => `${kind}_${stride}`),
  });
}

const families = { voice: 'silero-vad', faces: 'yunet' } as const;

/** Returns the entry of a detector of these bytes, which no server provides. */
export function toDetectorEntry(task: DetectorTask, bytes: Uint8Array, name = `Toy ${task}`): DetectorEntry {
  const common = {
    id: `toy-${task}`,
    name,
    licence: 'MIT',
    source: 'test',
    rank: 1,
    isRecommended: false,
    summary: 'For tests.',
    variants: [
      {
        file: `${task}.onnx`,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        address: null,
        isReachableFromPage: true,
      },
    ],
  };
  return task === 'voice' ? { ...common, task, family: families.voice } : { ...common, task, family: families.faces };
}
