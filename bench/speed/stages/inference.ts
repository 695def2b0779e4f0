import * as cpuOrt from 'onnxruntime-web/wasm';
import * as gpuOrt from 'onnxruntime-web/webgpu';
import { clock } from './stopwatch.ts';

type Create = (model: Uint8Array, options: object) => Promise<object>;

/** The names of the stages of open networks: the device, and the SHA-256 of the file. */
const stages = new WeakMap<object, string>();

for (const [device, { InferenceSession }] of Object.entries({ inference: cpuOrt, 'on the GPU': gpuOrt })) {
  // The types of onnxruntime declare neither the method of the class nor a writable factory.
  const factory = InferenceSession as unknown as { prototype: { run: () => Promise<unknown> }; create: Create };
  const create = factory.create.bind(factory);
  factory.create = async (model, options) => {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(model)));
    const session = await create(model, options);
    const hex = Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
    stages.set(session, `${device} ${hex}`);
    return session;
  };
  clock(factory.prototype, 'run', (session) => {
    const name = typeof session === 'object' && session !== null ? stages.get(session) : undefined;
    return name ?? device;
  });
}
