import { voiceSampleRate, voiceWindow, type VoiceDetector } from '#core/analysis/detection.ts';
import type { ModelEntry } from '#core/model/models.ts';
import { unusable } from '#workers/matting/adapters.ts';
import type { Session, Tensor } from '#workers/matting/session.ts';

/** The number of preceding samples that the network receives with each window. */
const contextSize = 64;
/** The shape of the recurrent state. */
const stateDims = [2, 1, 128];
const stateSize = 256;

/**
 * Silero's voice activity detection over an open session. Samples must arrive in order. Throws MODEL_UNUSABLE if the
 * file does not match its family.
 */
export function createSilero(model: ModelEntry, session: Session): VoiceDetector {
  requireNames(model, session);
  const hasRate = session.inputs.some(({ name }) => name === 'sr');
  const rate = hasRate ? { sr: session.toTensor(BigInt64Array.of(BigInt(voiceSampleRate)), []) } : {};
  /** The context, followed by the samples of the window that have arrived. */
  const input = new Float32Array(contextSize + voiceWindow);
  let filled = 0;
  let state = toSilence(session);
  const listen = async (): Promise<number> => {
    const feeds = { ...rate, input: session.toTensor(input, [1, input.length]), state };
    const { output, stateN } = await session.run(feeds, ['output', 'stateN']);
    const probability = output?.data[0];
    if (typeof probability !== 'number' || stateN?.size !== stateSize) {
      throw unusable(model, 'returns no probability of speech and no state');
    }
    state = stateN;
    input.copyWithin(0, voiceWindow);
    filled = 0;
    return probability;
  };
  return {
    hear: async (samples) => {
      const probabilities = new Float32Array(Math.floor((filled + samples.length) / voiceWindow));
      let taken = 0;
      for (let at = 0; at < probabilities.length; at += 1) {
        const piece = samples.subarray(taken, taken + voiceWindow - filled);
        input.set(piece, contextSize + filled);
        taken += piece.length;
        probabilities[at] = await listen();
      }
      const rest = samples.subarray(taken);
      input.set(rest, contextSize + filled);
      filled += rest.length;
      return probabilities;
    },
    endSound: async () => {
      input.fill(0, contextSize + filled);
      const last = filled > 0 ? Float32Array.of(await listen()) : new Float32Array();
      input.fill(0);
      state = toSilence(session);
      return last;
    },
  };
}

const toSilence = (session: Session): Tensor => session.toTensor(new Float32Array(stateSize), stateDims);

function requireNames(model: ModelEntry, { inputs, outputNames }: Session): void {
  const names = [...inputs.map(({ name }) => name), ...outputNames];
  const missing = ['input', 'state', 'output', 'stateN'].filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw unusable(model, `lacks ${missing.join(', ')}, which a model of the family ${model.family} has`);
  }
}
