import { describe, expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { share } from '#workers/matting/inference-pool.ts';
import { createInferenceWorker, type InferenceWorker } from '#workers/matting/inference-worker.ts';
import type { Session } from '#workers/matting/session.ts';
import { shippedModel } from '../../../test/support/shipped-model.ts';

const size = { width: 8, height: 4 };
const files = [1, 3].map((weight) => ({ entry: shippedModel, bytes: new Uint8Array(), weight }));
/** A picture that is brighter from left to right. */
const picture = { ...size, rgb: Uint8Array.from({ length: 96 }, (_, at) => (Math.floor(at / 3) % 8) * 30) };

/** A network whose matte is its red plane, times `factor`. */
const echo = (factor: number): Session => ({
  inputs: [{ name: 'input', isTensor: true, type: 'float32', shape: [1, 4, 4, 8] }],
  outputNames: ['alpha'],
  run: async ({ input }) => {
    const data = Float32Array.from(input?.data as Float32Array, (value) => value * factor).subarray(0, 32);
    return { alpha: { data, dispose: () => undefined } as never };
  },
  toTensor: (data, dims) => ({ data, dims, dispose: () => undefined }) as never,
  release: async () => undefined,
});

describe('an inference worker', () => {
  const open = async (): Promise<InferenceWorker> => {
    const sessions = [echo(1), echo(0.5)];
    const inferenceWorker = createInferenceWorker(async () => sessions.shift() ?? echo(0));
    await inferenceWorker.open([{ size, files }]);
    return inferenceWorker;
  };

  test("returns the mean of a group's networks by their weights", async () => {
    const matte = await (await open()).infer(0, picture);
    expect([...matte.subarray(0, 8)]).toEqual(
      [0, 30, 60, 90, 120, 150, 180, 210].map((value) => Math.round(value * 0.625)),
    );
  });

  test('names the model that it cannot run', async () => {
    const inferenceWorker = createInferenceWorker(() => Promise.reject(new Error('no such operator')));
    await expect(inferenceWorker.open([{ size, files }])).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
      message: `The model "${shippedModel.name}" cannot be run: no such operator`,
    });
  });
});

describe('shared crops', () => {
  const never = createDeferred<never>().promise;

  test('run on all threads, one crop at a time each', async () => {
    const done: string[] = [];
    const open = [createDeferred(), createDeferred(), createDeferred()];
    const thread = (name: string): InferenceWorker => ({
      open: async () => undefined,
      infer: async (group) => {
        done.push(`${name}${group}`);
        await open[group]?.promise;
        return new Uint8Array([group]);
      },
    });
    const shared = share([thread('a'), thread('b')], never);
    const looks = [0, 1, 2].map((group) => shared.infer(group, picture));
    await Promise.resolve();
    expect(done).toEqual(['a0', 'b1']);
    open[1]?.resolve();
    open[2]?.resolve();
    expect(await looks[2]).toEqual(new Uint8Array([2]));
    expect(done).toEqual(['a0', 'b1', 'b2']);
    open[0]?.resolve();
    expect(await looks[0]).toEqual(new Uint8Array([0]));
  });

  test('reject when a thread stops', async () => {
    const { promise: died, reject } = createDeferred<never>();
    const stuck: InferenceWorker = { open: async () => undefined, infer: () => new Promise(() => undefined) };
    const looks = [0, 1].map((group) => share([stuck], died).infer(group, picture));
    reject(new Failure('ENGINE_LOST'));
    for (const one of looks) {
      await expect(one).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    }
  });
});
