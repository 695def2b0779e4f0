import type { Face, FaceDetector } from '#core/analysis/detection.ts';
import type { ModelEntry } from '#core/model/models.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { unusable } from '#workers/matting/adapters.ts';
import { resample } from '#workers/matting/resample.ts';
import type { Session } from '#workers/matting/session.ts';
import { decodeFaces, strides, type Maps } from './decode-faces.ts';

/** The maximum long side of the network's input, in pixels. */
const maxSide = 640;
/** The sides of the input are multiples of this. */
const step = 32;

const kinds = ['cls', 'obj', 'bbox', 'kps'] as const;

/** YuNet's face detection over an open session. Throws MODEL_UNUSABLE if the file does not match its family. */
export function createYunet(model: ModelEntry, session: Session): FaceDetector {
  const names = strides.flatMap((stride) => kinds.map((kind) => `${kind}_${stride}`));
  const [input] = session.inputs;
  const missing = names.filter((name) => !session.outputNames.includes(name));
  if (!input || missing.length > 0) {
    throw unusable(model, `lacks ${missing.join(', ') || 'an input'}, which a model of the family ${model.family} has`);
  }
  return {
    findFaces: async (picture) => {
      const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
      const shown = shrink(picture, scale);
      const size = { width: roundUp(shown.width), height: roundUp(shown.height) };
      const feeds = { [input.name]: session.toTensor(toPlanes(shown, size), [1, 3, size.height, size.width]) };
      const outputs = await session.run(feeds, names);
      const read = (name: string): Float32Array => {
        const data = outputs[name]?.data;
        if (!(data instanceof Float32Array)) {
          throw unusable(model, `returns no ${name}`);
        }
        return data;
      };
      const maps = strides.map((stride): Maps => ({
        stride,
        cls: read(`cls_${stride}`),
        obj: read(`obj_${stride}`),
        bbox: read(`bbox_${stride}`),
        kps: read(`kps_${stride}`),
      }));
      return decodeFaces(maps, size).map((face) =>
        enlarge(face, picture.width / shown.width, picture.height / shown.height),
      );
    },
  };
}

const roundUp = (length: number): number => Math.ceil(length / step) * step;

function shrink(picture: Picture, scale: number): Picture {
  if (scale === 1) {
    return picture;
  }
  const { width, height, rgb } = picture;
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const small = new Uint8Array(3 * size.width * size.height);
  resample({ width, height, data: rgb }, { left: 0, top: 0, width, height }, { ...size, data: small }, 3);
  return { ...size, rgb: small };
}

/** Planes of blue, green and red, 0..255; black to the right of the picture and below it. */
function toPlanes({ width, height, rgb }: Picture, size: Size): Float32Array {
  const count = size.width * size.height;
  const planes = new Float32Array(3 * count);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 3 * (y * width + x);
      const to = y * size.width + x;
      planes[to] = rgb[from + 2] ?? 0;
      planes[to + count] = rgb[from + 1] ?? 0;
      planes[to + 2 * count] = rgb[from] ?? 0;
    }
  }
  return planes;
}

/** Converts a face from the small image to the large one. */
function enlarge(face: Face, across: number, down: number): Face {
  const [rightEye, leftEye, nose, rightMouth, leftMouth] = face.points;
  const move = ({ x, y }: Face['points'][number]): Face['points'][number] => ({ x: x * across, y: y * down });
  return {
    x: face.x * across,
    y: face.y * down,
    width: face.width * across,
    height: face.height * down,
    score: face.score,
    points: [move(rightEye), move(leftEye), move(nose), move(rightMouth), move(leftMouth)],
  };
}
