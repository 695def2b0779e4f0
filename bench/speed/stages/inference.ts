import * as ort from 'onnxruntime-web/wasm';
import { clock } from './stopwatch.ts';

type Create = (model: Uint8Array, options: object) => Promise<object>;

/** The name of the stage of a network, from the SHA-256 of its file. */
const stages = new WeakMap<object, string>();

// The types of onnxruntime declare neither the method of the class nor a writable factory.
const factory = ort.InferenceSession as unknown as { prototype: { run: () => Promise<unknown> }; create: Create };
const create = factory.create.bind(factory);

factory.create = async (model, options) => {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(model)));
  const session = await create(model, options);
  const hex = Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
  stages.set(session, `inference ${hex}`);
  return session;
};

clock(factory.prototype, 'run', (session) => {
  const name = typeof session === 'object' && session !== null ? stages.get(session) : undefined;
  return name ?? 'inference';
});
