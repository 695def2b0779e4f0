import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { sharedFolder } from './native.ts';

/**
 * Returns the mattes of Robust Video Matting, the reference for our results. Runs directly on RGB frames of `width` by
 * `height` with its recurrent states, without any part of the product.
 */
export async function rvmMattes(frames: readonly Uint8Array[], width: number, height: number): Promise<Uint8Array[]> {
  const session = await ort.InferenceSession.create(
    readFileSync(`${sharedFolder}/models/rvm_mobilenetv3_fgf_u8w.onnx`),
  );
  let states = Object.fromEntries([1, 2, 3, 4].map((n) => [`r${n}i`, new ort.Tensor('float32', [0], [1, 1, 1, 1])]));
  const ratio = new ort.Tensor('float32', [1], [1]);
  const mattes: Uint8Array[] = [];
  for (const frame of frames) {
    const src = new ort.Tensor('float32', toPlanes(frame, width * height), [1, 3, height, width]);
    const outputs = await session.run({ src, ...states, downsample_ratio: ratio });
    states = Object.fromEntries([1, 2, 3, 4].map((n) => [`r${n}i`, outputs[`r${n}o`] as ort.TypedTensor<'float32'>]));
    const alpha = outputs['pha']?.data as Float32Array;
    mattes.push(Uint8Array.from(alpha, (value) => Math.round(value * 255)));
  }
  await session.release();
  return mattes;
}

function toPlanes(rgb: Uint8Array, pixels: number): Float32Array {
  const planes = new Float32Array(3 * pixels);
  for (let index = 0; index < pixels; index += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      planes[channel * pixels + index] = (rgb[index * 3 + channel] ?? 0) / 255;
    }
  }
  return planes;
}
