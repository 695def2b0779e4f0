import * as ort from 'onnxruntime-web/wasm';
import { clock } from './stopwatch.ts';

const { prototype } = ort.InferenceSession as unknown as { prototype: { run: () => Promise<unknown> } };
clock(prototype, 'run', 'inference');
